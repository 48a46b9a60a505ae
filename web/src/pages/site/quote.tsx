import { useEffect, useState } from 'react'
import { Link, type MetaFunction, useLocation } from 'react-router'
import classes from '../../features/quotes/shared/shared-quote.module.css'
import { SharedQuote } from '../../features/quotes/shared/shared-quote.tsx'
import { useSharedQuote } from '../../features/quotes/shared/use-shared-quote.ts'
import { pageMeta } from '../../features/site/site-meta.ts'
import buttons from '../../ui/plain-button.module.css'

export const meta: MetaFunction = () => [
  ...pageMeta({
    title: 'Your quote · Raahi',
    description: 'A quote from a travel agent for your trip.',
    path: '/quote',
    hidden: true,
  }),
  { name: 'referrer', content: 'no-referrer' },
]

/**
 * The page behind the link of a quote. The secret follows # in the address, so browsers send it to no server and to no other
 * page. The page requests the quote with it and stores nothing.
 */
export default function QuotePage() {
  const secret = useSecret()
  const { state, retry } = useSharedQuote(secret)
  return (
    <div className={classes.page}>
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'missing' && <Missing />}
      {state.kind === 'failed' && <Failed problem={state.problem} onRetry={retry} />}
      {state.kind === 'shown' && secret !== null && (
        <SharedQuote
          key={state.quote.version}
          shared={state.quote}
          secret={secret}
          onStale={retry}
        />
      )}
    </div>
  )
}

/** Null until hydration, because the prerendered page is the same for every visitor. */
function useSecret(): string | null {
  const { hash } = useLocation()
  const [secret, setSecret] = useState<string | null>(null)
  useEffect(() => setSecret(hash.slice(1)), [hash])
  return secret
}

function Loading() {
  return (
    <div className={classes.sheet}>
      <p role="status">Opening your quote…</p>
      <noscript>
        <p>
          This page needs JavaScript, because your private link is read only in your own browser.
          You can also ask your travel agent to send you the quote as a PDF.
        </p>
      </noscript>
    </div>
  )
}

function Missing() {
  return (
    <article className={classes.sheet}>
      <h1 className={classes.title}>This link does not open a quote</h1>
      <p className={classes.text}>
        Part of the link may be missing, or your travel agent has withdrawn the quote. Please copy
        the whole link, or ask your travel agent for a new one.
      </p>
      <p className={classes.text}>
        Did you send us an enquiry? <Link to="/my-enquiry">See its status</Link>.
      </p>
    </article>
  )
}

function Failed({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <article className={classes.sheet}>
      <h1 className={classes.title}>We could not open your quote</h1>
      <p role="alert" className={classes.text}>
        {problem}
      </p>
      <div className={classes.buttons}>
        <button type="button" className={buttons.main} onClick={onRetry}>
          Try again
        </button>
      </div>
    </article>
  )
}
