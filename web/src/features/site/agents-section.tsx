import { Link } from 'react-router'
import buttons from '../../ui/plain-button.module.css'
import classes from './agents-section.module.css'
import section from './section.module.css'

const PROMISES = [
  {
    title: 'One lead, one agent',
    text: 'A lead is sold once. Nobody else gets the traveller you bought.',
  },
  {
    title: 'The price comes first',
    text: 'See the trip and its price, then decide. Your wallet pays exactly that.',
  },
  {
    title: 'Contact at once',
    text: "The traveller's phone and email open to you the moment you buy.",
  },
]

/** The other half of the product: what travel agents find here, and their way in. */
export function AgentsSection() {
  return (
    <section id="agents" className={classes.band} aria-labelledby="agents-title">
      <div className={`${section.wrap} ${classes.columns}`}>
        <div>
          <p className={classes.kicker}>For travel agents</p>
          <h2 id="agents-title" className={section.title}>
            Travellers are asking. Be the agent who answers.
          </h2>
          <p className={classes.lead}>
            Raahi is where travel agents in India find people who want to travel: where to, when,
            and with whom. Choose the trips you know best.
          </p>
          <p className={classes.ways}>
            <Link to="/auth/login" className={buttons.main}>
              Login
            </Link>
            <Link to="/auth/signup" className={buttons.onShell}>
              Register
            </Link>
          </p>
        </div>
        <ul className={classes.promises}>
          {PROMISES.map(({ title, text }) => (
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
