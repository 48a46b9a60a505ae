import { Link } from 'react-router'
import buttons from '../../ui/plain-button.module.css'
import section from '../../ui/section.module.css'
import classes from './agents-section.module.css'

const promises = [
  {
    title: 'One lead, one agent',
    text: 'Every lead is sold only once. The traveller is yours alone.',
  },
  {
    title: 'Know the price first',
    text: 'See the trip and its price, then decide. You pay exactly that from your wallet.',
  },
  {
    title: 'Instant contact details',
    text: "You see the traveller's phone and email the moment you buy.",
  },
]

/** Presents the product to travel agents, with links to login and sign-up. */
export function AgentsSection() {
  return (
    <section id="agents" className={classes.band} aria-labelledby="agents-title">
      <div className={`${section.wrap} ${classes.columns}`}>
        <div>
          <p className={classes.kicker}>For travel agents</p>
          <h2 id="agents-title" className={section.title}>
            Travellers are looking for an agent. Be the one they find.
          </h2>
          <p className={classes.lead}>
            Raahi brings travel agents in India genuine enquiries, with the destination, the dates
            and the group size. Pick the trips you know best.
          </p>
          <p className={classes.ways}>
            <Link to="/auth/login" reloadDocument className={buttons.main}>
              Login
            </Link>
            <Link to="/auth/signup" className={buttons.onShell}>
              Register
            </Link>
            <Link to="/agents" className={buttons.onShell}>
              How it works and prices
            </Link>
          </p>
        </div>
        <ul className={classes.promises}>
          {promises.map(({ title, text }) => (
            <li key={title}>
              <h3 className={classes.promise}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
