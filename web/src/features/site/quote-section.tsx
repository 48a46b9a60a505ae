import type { ReactNode } from 'react'
import classes from './quote-section.module.css'
import section from './section.module.css'

const STEPS = [
  {
    title: 'You tell us once',
    text: 'Where to, roughly when, how many of you, and how to reach you. Two minutes.',
  },
  {
    title: 'One agent calls',
    text: 'We read every enquiry ourselves and pass it on to one travel agent. Only that agent gets your number.',
  },
  {
    title: 'You decide',
    text: 'A plan and a price, made for you. Say yes, ask for changes, or say no. Asking costs nothing.',
  },
]

/** Where a traveller asks for a quote (#quote): what happens next, and beside it the form. */
export function QuoteSection({ children }: { children: ReactNode }) {
  return (
    <section id="quote" className={classes.section} aria-labelledby="quote-title">
      <div className={`${section.wrap} ${classes.columns}`}>
        <div className={classes.words}>
          <span className={section.garland} />
          <h2 id="quote-title" className={section.title}>
            Get a quote
          </h2>
          <p className={section.lead}>
            Free, and without any obligation. This is what happens next:
          </p>
          <ol className={classes.steps}>
            {STEPS.map(({ title, text }) => (
              <li key={title}>
                <h3 className={classes.step}>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
        <div className={classes.card}>{children}</div>
      </div>
    </section>
  )
}
