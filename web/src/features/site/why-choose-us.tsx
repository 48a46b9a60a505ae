import section from './section.module.css'
import classes from './why-choose-us.module.css'
import { KnowsThePlace, OneCall, PriceFirst, YourData } from './why-icons.tsx'

const REASONS = [
  {
    icon: OneCall,
    title: 'One call, not ten',
    text: 'Your enquiry goes to one travel agent, once. No list of strangers with your number.',
  },
  {
    icon: KnowsThePlace,
    title: 'People who know the way',
    text: 'Agents choose the trips they know best, so the person who calls has been down that road.',
  },
  {
    icon: PriceFirst,
    title: 'The price before the promise',
    text: 'A plan and a price come first. You pay nothing for asking, and nothing to us.',
  },
  {
    icon: YourData,
    title: 'Yours to take back',
    text: 'See, correct or withdraw your enquiry whenever you like, with one link in your mail.',
  },
]

export function WhyChooseUs() {
  return (
    <section className={section.section} aria-labelledby="why-title">
      <div className={section.wrap}>
        <span className={section.garland} />
        <h2 id="why-title" className={section.title}>
          Why choose us
        </h2>
        <ul className={classes.reasons}>
          {REASONS.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon />
              <h3 className={classes.reason}>{title}</h3>
              <p className={classes.text}>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
