import section from '../../ui/section.module.css'
import classes from './why-choose-us.module.css'
import { KnowsThePlace, OneCall, PriceFirst, YourData } from './why-icons.tsx'

const reasons = [
  {
    icon: OneCall,
    title: 'One call, not ten',
    text: 'Your enquiry goes to one travel agent only. Your number does not end up on a list.',
  },
  {
    icon: KnowsThePlace,
    title: 'Local know-how',
    text: 'Agents pick the trips they know best, so you talk to someone who understands yours.',
  },
  {
    icon: PriceFirst,
    title: 'See the price first',
    text: 'You get an itinerary and a price before you decide. You never pay Raahi anything.',
  },
  {
    icon: YourData,
    title: 'You stay in control',
    text: 'Check, correct or withdraw your enquiry anytime, with the link in your email.',
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
          {reasons.map(({ icon: Icon, title, text }) => (
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
