import { Link, type MetaFunction } from 'react-router'
import { PageBanner } from '../../features/site/page-banner.tsx'
import { organisation, pageMeta, trail } from '../../features/site/site-meta.ts'
import buttons from '../../ui/plain-button.module.css'
import section from '../../ui/section.module.css'
import classes from './about.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'About Raahi: our mission, our vision and what drives us',
    description:
      'Raahi connects each traveller with one travel agent who knows the place. Read about our mission, our vision and what drives us.',
    path: '/about',
    facts: [
      trail(['About', '/about']),
      { '@type': 'AboutPage', name: 'About us', url: '@origin/about', mainEntity: organisation() },
    ],
  })

const drives = [
  {
    title: 'Your number is precious',
    text: 'We share your phone number once, with one agent, and we tell you so before you give it to us.',
  },
  {
    title: 'Experience over sales talk',
    text: 'Someone who has stayed on the houseboat plans a better trip. Agents on Raahi pick the trips they know.',
  },
  {
    title: 'The price up front',
    text: 'Agents see the price of a lead before they buy it. Travellers see the price of a trip before they say yes.',
  },
  {
    title: 'Small businesses first',
    text: 'Thousands of small agencies help India travel. We bring them customers they could not reach on their own.',
  },
]

export default function AboutPage() {
  return (
    <>
      <PageBanner
        title="About us"
        text="Raahi is Hindi for traveller. We bring two people together: one who wants to go, and one who knows the way."
        scene="road"
      />
      <section className={section.section} aria-labelledby="intro-title">
        <div className={section.narrow}>
          <h2 id="intro-title" className={section.title}>
            Planning a holiday should not mean calls from ten strangers
          </h2>
          <div className={classes.prose}>
            <p>
              Ask for a holiday quote online and your number can be on a list by evening. The calls
              go on all week, each with a package that was never meant for you.
            </p>
            <p>
              We do it differently. You tell us once where you would like to go, and our team reads
              your enquiry. Then one travel agent, who picked your trip because they know the place,
              contacts you with an itinerary and a price. No other agent gets your number.
            </p>
          </div>
        </div>
      </section>
      <section className={classes.band} aria-label="Mission and vision">
        <div className={`${section.wrap} ${classes.pair}`}>
          <div>
            <h2 className={section.title}>Our mission</h2>
            <p>
              To turn every holiday wish into one good conversation, between a traveller who is
              listened to and an agent who knows the place.
            </p>
          </div>
          <div>
            <h2 className={section.title}>Our vision</h2>
            <p>
              An India where everyone who sets out, to the nearest hill station or across the world,
              has a trusted local expert to call.
            </p>
          </div>
        </div>
      </section>
      <section className={section.section} aria-labelledby="drives-title">
        <div className={section.wrap}>
          <span className={section.garland} />
          <h2 id="drives-title" className={section.title}>
            What drives us
          </h2>
          <ul className={classes.cards}>
            {drives.map(({ title, text }) => (
              <li key={title} className={classes.card}>
                <h3 className={classes.cardTitle}>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <p className={classes.ways}>
            <Link to="/#quote" className={`${buttons.main} ${buttons.large}`}>
              Get a quote
            </Link>
            <Link to="/contact" className={`${buttons.other} ${buttons.large}`}>
              Contact us
            </Link>
          </p>
        </div>
      </section>
    </>
  )
}
