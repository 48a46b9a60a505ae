import { automaticBuyingDelaySeconds } from '@raahi/contract/automatic-buying-delay'
import { Link, type MetaFunction } from 'react-router'
import { AgentsMarket } from '../../features/site/agents-market.tsx'
import { PageBanner } from '../../features/site/page-banner.tsx'
import { pageMeta, trail } from '../../features/site/site-meta.ts'
import buttons from '../../ui/plain-button.module.css'
import section from '../../ui/section.module.css'
import classes from './agents.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'For travel agents: buy travel leads one at a time · Raahi',
    description:
      'Travel leads from people who asked for a quote. Each is sold to one agent only, at a price you see first. How it works, prices, plans and leads on sale.',
    path: '/agents',
    facts: [trail(['For travel agents', '/agents'])],
  })

const steps = [
  {
    title: 'Register your agency',
    text: 'Fill in your agency, your city and a KYC document. It takes a few minutes and costs nothing.',
  },
  {
    title: 'Pick the trips you know',
    text: 'You see destination, dates, group and city of each lead, with its price. Filter by the places you plan best.',
  },
  {
    title: 'Buy it, and call',
    text: 'Pay from your wallet or with a plan. Phone and email appear at once, and the lead goes off sale for everyone else.',
  },
  {
    title: 'Wrong number? Ask for a replacement',
    text: 'Tell us the reason. If we approve it, what you paid comes back to your wallet or your plan.',
  },
]

/** The rules that decide which agent gets a lead, including automatic buying. */
const fairness = [
  {
    title: 'Agents who buy by hand come first',
    text: `A new lead is offered on every open screen within about a second. Automatic buying starts only ${automaticBuyingDelaySeconds} seconds later.`,
  },
  {
    title: 'Then the longest wait counts',
    text: 'If several agents have automatic buying on for a lead, it goes to the one for whom it has not bought a lead for the longest time. If it has not bought any yet, the wait counts from when the agent switched it on: a new account starts at the end.',
  },
  {
    title: 'More searches are no advantage',
    text: 'Saving many searches does not move an agent ahead, and a better position is not for sale.',
  },
]

export default function AgentsPage() {
  return (
    <>
      <PageBanner
        title="For travel agents"
        text="Travellers tell us where they want to go. You pick the trips you know best, and you are the only agent who gets their number."
        scene="road"
      >
        <Ways />
      </PageBanner>
      <section className={section.section} aria-labelledby="how-title">
        <div className={section.wrap}>
          <span className={section.garland} />
          <h2 id="how-title" className={section.title}>
            How it works
          </h2>
          <ol className={classes.steps}>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <h3 className={classes.step}>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className={section.sunken} aria-label="Prices, plans and leads">
        <AgentsMarket />
      </section>
      <section className={section.section} aria-labelledby="fair-title">
        <div className={section.wrap}>
          <h2 id="fair-title" className={section.title}>
            A fair chance at each lead
          </h2>
          <ul className={classes.rules}>
            {fairness.map(({ title, text }) => (
              <li key={title}>
                <h3 className={classes.rule}>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className={section.sunken} aria-labelledby="start-title">
        <div className={section.wrap}>
          <h2 id="start-title" className={section.title}>
            Your next traveller may already be here
          </h2>
          <p className={section.lead}>Registering is free. You pay only when you buy.</p>
          <Ways />
        </div>
      </section>
    </>
  )
}

function Ways() {
  return (
    <p className={classes.ways}>
      <Link to="/auth/signup" reloadDocument className={`${buttons.main} ${buttons.large}`}>
        Register
      </Link>
      <Link to="/auth/login" reloadDocument className={`${buttons.other} ${buttons.large}`}>
        Login
      </Link>
    </p>
  )
}
