import section from '../../ui/section.module.css'
import classes from './guide-sections.module.css'
import { allDetails } from './guides/all-details.ts'
import type { Guide, GuideDetails } from './guides/guide.ts'
import { MonthStrip } from './month-strip.tsx'
import { findDestination } from './public/destinations.ts'
import { SightDrawing } from './sight-drawing.tsx'

/** The sections of a guide below its opening. None of them needs JavaScript. */
export function GuideSections({ guide }: { guide: Guide }) {
  const details = allDetails[guide.slug]
  return (
    <>
      <WhenToCome guide={guide} details={details} />
      <Sights guide={guide} />
      <SamplePlan details={details} />
      <GoodToKnow guide={guide} details={details} />
    </>
  )
}

type Both = { guide: Guide; details: GuideDetails }

/** When to go: a sentence, the reason, and a chart of the months. */
function WhenToCome({ guide: { months }, details: { when, measuredAt } }: Both) {
  return (
    <section className={section.sunken} aria-labelledby="when-title">
      <div className={`${section.wrap} ${classes.when}`}>
        <div>
          <span className={section.garland} />
          <h2 id="when-title" className={section.title}>
            When to go
          </h2>
          <p className={classes.best}>{when.best}</p>
          <p className={classes.soft}>{when.text}</p>
        </div>
        <MonthStrip months={months} measuredAt={measuredAt} />
      </div>
    </section>
  )
}

function Sights({ guide }: { guide: Guide }) {
  const { name } = findDestination(guide.slug)
  return (
    <section className={section.section} aria-labelledby="sights-title">
      <div className={section.wrap}>
        <span className={section.garland} />
        <h2 id="sights-title" className={section.title}>
          What to see in {name}
        </h2>
        <ul className={classes.sights}>
          {guide.sights.map(({ name: sight, kind, time, text }) => (
            <li key={sight}>
              <SightDrawing kind={kind} />
              <div>
                <h3 className={classes.sight}>{sight}</h3>
                <p className={classes.time}>{time}</p>
              </div>
              <p className={classes.soft}>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A sample itinerary, drawn along a road from day to day. Each day opens and closes; the first is open. */
function SamplePlan({ details: { plan } }: { details: GuideDetails }) {
  return (
    <section id="plan" className={classes.band} aria-labelledby="plan-title">
      <div className={`${section.wrap} ${classes.plan}`}>
        <div className={classes.planHead}>
          <span className={section.garland} />
          <h2 id="plan-title" className={section.title}>
            {plan.title}
          </h2>
          <p className={classes.planText}>{plan.text}</p>
          <p className={classes.planText}>
            This is a sample, not a fixed package. Your agent can change the days, hotels and sights
            to suit you. <a href="#quote">Get a quote for this trip</a>.
          </p>
        </div>
        <ol className={classes.days}>
          {plan.days.map(({ title, text, night }, index) => (
            <li key={title}>
              <details open={index === 0}>
                <summary>
                  <span className={classes.dayNumber}>
                    <small>Day</small> {index + 1}
                  </span>
                  <h3 className={classes.dayTitle}>{title}</h3>
                </summary>
                <p>{text}</p>
                {night && <p className={classes.night}>Night: {night}</p>}
              </details>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function GoodToKnow({ guide: { suits }, details: { facts, notFor } }: Both) {
  return (
    <section className={section.section} aria-labelledby="know-title">
      <div className={`${section.wrap} ${classes.know}`}>
        <div>
          <span className={section.garland} />
          <h2 id="know-title" className={section.title}>
            Getting there and around
          </h2>
          <dl className={classes.facts}>
            {facts.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className={classes.suits}>
          <h3 className={classes.suitsTitle}>Good for</h3>
          <ul>
            {suits.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <h3 className={classes.suitsTitle}>Who should think twice</h3>
          <p>{notFor}</p>
        </div>
      </div>
    </section>
  )
}
