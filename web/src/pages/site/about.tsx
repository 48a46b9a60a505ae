import { Link, type MetaFunction } from 'react-router'
import { PageBanner } from '../../features/site/page-banner.tsx'
import section from '../../features/site/section.module.css'
import { organisation, pageMeta, trail } from '../../features/site/site-meta.ts'
import buttons from '../../ui/plain-button.module.css'
import classes from './about.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'About Raahi: our mission, our vision and what drives us',
    description:
      'Raahi brings a traveller and one travel agent together: the person who wants to go, and the person who knows the way. Our mission, vision and what drives us.',
    path: '/about',
    facts: [
      trail(['About', '/about']),
      { '@type': 'AboutPage', name: 'About us', url: '@origin/about', mainEntity: organisation() },
    ],
  })

const DRIVES = [
  {
    title: 'Trust before trade',
    text: 'A phone number is given in trust. We pass it on once, to one agent, and say so before you give it.',
  },
  {
    title: 'Knowing beats selling',
    text: 'Whoever has slept in the houseboat plans the better trip. Our agents choose the journeys they know.',
  },
  {
    title: 'A fair price, said early',
    text: 'Agents see what an enquiry costs before they take it, and travellers see what a trip costs before they say yes.',
  },
  {
    title: 'Small businesses, whole country',
    text: 'India is travelled with the help of thousands of small agencies. We bring them customers they could not reach alone.',
  },
]

export default function AboutPage() {
  return (
    <>
      <PageBanner
        title="About us"
        text="Raahi is Hindi for a traveller on the way. We bring two people together: one who wants to go, and one who knows the way."
        scene="road"
      />
      <section className={section.section} aria-labelledby="intro-title">
        <div className={section.narrow}>
          <h2 id="intro-title" className={section.title}>
            Planning a trip should not mean being called by ten strangers
          </h2>
          <div className={classes.prose}>
            <p>
              Ask for a holiday on the internet and your number is on a list by the evening. The
              calls come all week, each with a package that was never meant for you.
            </p>
            <p>
              We turned that around. You tell us once where you would like to go. Somebody here
              reads it. Then one travel agent, who has chosen your trip because it is a road they
              know, gets in touch with a plan and a price. Nobody else gets your number.
            </p>
          </div>
        </div>
      </section>
      <section className={classes.band} aria-label="Mission and vision">
        <div className={`${section.wrap} ${classes.pair}`}>
          <div>
            <h2 className={section.title}>Our mission</h2>
            <p>
              To make one good conversation out of every wish to travel: between a traveller who is
              heard and an agent who knows what to say.
            </p>
          </div>
          <div>
            <h2 className={section.title}>Our vision</h2>
            <p>
              An India in which whoever sets out, to the next hill station or across an ocean, has
              somebody at hand who has been there before.
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
            {DRIVES.map(({ title, text }) => (
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
