import type { MetaFunction } from 'react-router'
import { PolicyInForce } from '../../features/return-figures/policy-in-force.tsx'
import classes from '../../features/return-figures/returns.module.css'
import { useReturnFigures } from '../../features/return-figures/use-return-figures.ts'
import { PageBanner } from '../../features/site/page-banner.tsx'
import { pageMeta, trail } from '../../features/site/site-meta.ts'
import buttons from '../../ui/plain-button.module.css'
import section from '../../ui/section.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Return policy: how bad leads are returned · Raahi',
    description:
      'The rules for returning a bad lead in plain words, and the true figures of the last 90 days: how many leads were returned, why, and how fast we decided.',
    path: '/returns',
    facts: [trail(['Return policy', '/returns'])],
  })

/** The return policy in force and how it was applied, for everyone. */
export default function ReturnsPage() {
  const { state, retry } = useReturnFigures()
  return (
    <>
      <PageBanner
        title="Return policy"
        text="A lead can turn out to be bad: a number that does not exist, a traveller who has already booked. Then the agent asks for a return. These are our rules, and how we have kept them."
      />
      {state.kind === 'shown' ? (
        <state.View returns={state.returns} />
      ) : (
        <section className={`${section.section} ${classes.first}`} aria-label="Rules and figures">
          <PolicyInForce />
          <div className={section.wrap}>
            {state.kind === 'loading' ? (
              <Loading />
            ) : (
              <div className={classes.message}>
                <p role="alert">{state.problem}</p>
                <button type="button" className={buttons.main} onClick={retry}>
                  Try again
                </button>
              </div>
            )}
          </div>
        </section>
      )}
    </>
  )
}

function Loading() {
  return (
    <>
      <p role="status">Loading…</p>
      <noscript>
        <p>
          The figures of the last 90 days need JavaScript. Without it, please write to us on the{' '}
          <a href="/contact">contact page</a>.
        </p>
      </noscript>
      <div className={classes.loading} aria-hidden>
        <div className={classes.line} />
        <div className={classes.line} />
        <div className={classes.line} />
      </div>
    </>
  )
}
