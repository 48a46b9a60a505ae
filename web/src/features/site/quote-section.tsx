import type { ReactNode } from 'react'
import buttons from '../../ui/plain-button.module.css'
import section from '../../ui/section.module.css'
import classes from './quote-section.module.css'

const steps = [
  {
    title: 'You tell us once',
    text: 'Where, roughly when, how many of you, and how to reach you. Takes less than a minute.',
  },
  {
    title: 'One agent contacts you',
    text: 'We read every enquiry and pass it on to one travel agent. No other agent gets your number.',
  },
  {
    title: 'You decide',
    text: 'You get an itinerary and a price. Say yes, ask for changes, or say no.',
  },
]

/** The section for requesting a quote: the next steps, and the form (#quote) beside them; a fixed link to it on phones. */
export function QuoteSection({ children }: { children: ReactNode }) {
  return (
    <>
      <p className={classes.bar}>
        <a href="#quote" className={`${buttons.main} ${buttons.large}`}>
          Get a quote
        </a>
      </p>
      <section className={classes.section} aria-labelledby="quote-title">
        <div className={`${section.wrap} ${classes.columns}`}>
          <div className={classes.words}>
            <span className={section.garland} />
            <h2 id="quote-title" className={section.title}>
              Get a quote
            </h2>
            <p className={section.lead}>Free, with no obligation. Here is what happens next:</p>
            <ol className={classes.steps}>
              {steps.map(({ title, text }) => (
                <li key={title}>
                  <h3 className={classes.step}>{title}</h3>
                  <p>{text}</p>
                </li>
              ))}
            </ol>
          </div>
          <div id="quote" tabIndex={-1} className={classes.card}>
            {children}
          </div>
        </div>
      </section>
    </>
  )
}
