import { parseEnquiryHash } from '@raahi/contract/enquiry-labels'
import type { OwnEnquiry as Enquiry } from '@raahi/contract/own-enquiry'
import { useEffect, useState } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate } from 'react-router'
import classes from '../../features/enquiries/own-enquiry/own-enquiry.module.css'
import { OwnEnquiry } from '../../features/enquiries/own-enquiry/own-enquiry.tsx'
import { SendLinkForm } from '../../features/enquiries/own-enquiry/send-link-form.tsx'
import { useOwnEnquiry } from '../../features/enquiries/own-enquiry/use-own-enquiry.ts'
import { PageBanner } from '../../features/site/page-banner.tsx'
import { pageMeta } from '../../features/site/site-meta.ts'
import buttons from '../../ui/plain-button.module.css'
import section from '../../ui/section.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Your enquiry · Raahi',
    description: 'Check the status of your travel enquiry, correct it or withdraw it.',
    path: '/my-enquiry',
    hidden: true,
  })

/**
 * The page behind a traveller's private link. The secret follows # in the address, so browsers send it to no server
 * and to no other page. The page requests the enquiry with it and stores nothing.
 */
export default function MyEnquiryPage() {
  const { token, emailKey } = useLink()
  const { state, show, retry } = useOwnEnquiry(token)
  const navigate = useNavigate()
  function change(enquiry: Enquiry, newToken: string | null = null) {
    show(enquiry, newToken)
    // The old link no longer works, so Back must not return to it.
    if (newToken !== null)
      void navigate({ hash: newToken }, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <PageBanner title="Your enquiry" text="Check its status, correct it or withdraw it." />
      <div className={classes.page}>
        <div className={`${section.wrap} ${classes.columns}`}>
          {state.kind === 'loading' && <Loading />}
          {state.kind === 'missing' && (token ? <Missing /> : <FindEnquiry />)}
          {state.kind === 'failed' && <Failed problem={state.problem} onRetry={retry} />}
          {state.kind === 'shown' && token !== null && (
            <OwnEnquiry
              enquiry={state.enquiry}
              token={token}
              emailKey={emailKey}
              onChange={change}
              onStale={retry}
            />
          )}
        </div>
      </div>
    </>
  )
}

const unknownLink = { token: null, emailKey: null }

/** The secrets in the address; null until hydration, because the prerendered page is the same for every visitor. */
function useLink(): { token: string | null; emailKey: string | null } {
  const { hash } = useLocation()
  const [link, setLink] = useState<{ token: string | null; emailKey: string | null }>(unknownLink)
  useEffect(() => setLink(parseEnquiryHash(hash.slice(1))), [hash])
  return link
}

function Loading() {
  return (
    <div className={classes.message}>
      <p role="status">Opening your enquiry…</p>
      <noscript>
        <p>
          This page needs JavaScript, because your private link is read only in your own browser. To
          correct or withdraw your enquiry without it, please write to us on the{' '}
          <a href="/contact">contact page</a> and mention your reference.
        </p>
      </noscript>
    </div>
  )
}

function Missing() {
  return (
    <section className={classes.message} aria-labelledby="missing-title">
      <h2 id="missing-title" className={classes.title}>
        This link does not open an enquiry
      </h2>
      <p>
        Part of the link may be missing. Please open it from the email again, or copy the whole
        link. If the enquiry has been erased, its link no longer works.
      </p>
      <SendLinkForm />
      <p>
        You can also <Link to="/contact">write to us</Link> and mention your reference, which begins
        with RQ.
      </p>
    </section>
  )
}

/** The page without a link, as the contact page opens it. */
function FindEnquiry() {
  return (
    <section className={classes.message} aria-labelledby="find-title">
      <h2 id="find-title" className={classes.title}>
        Find your enquiry
      </h2>
      <p>
        Each enquiry has a private link, which is in the email we sent you. If you cannot find it,
        we can send it again to the email you gave.
      </p>
      <SendLinkForm />
    </section>
  )
}

function Failed({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <section className={classes.message} aria-labelledby="failed-title">
      <h2 id="failed-title" className={classes.title}>
        We could not open your enquiry
      </h2>
      <p role="alert">{problem}</p>
      <div className={classes.ways}>
        <button type="button" className={buttons.main} onClick={onRetry}>
          Try again
        </button>
      </div>
    </section>
  )
}
