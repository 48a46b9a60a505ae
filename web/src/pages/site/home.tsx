import { Button } from '@mantine/core'
import { IconArrowRight, IconCoinRupee, IconLockOpen, IconUserCheck } from '@tabler/icons-react'
import { Link, type MetaFunction } from 'react-router'
import { useSessionLoaded } from '../../features/auth/use-session-loaded.ts'
import { useSession } from '../../lib/session.ts'
import { Brand } from '../../ui/brand.tsx'
import { ColourSchemeSwitch } from '../../ui/colour-scheme-switch.tsx'
import classes from './home.module.css'
import { RoadScene } from './road-scene.tsx'

const TITLE = 'Raahi: travel leads for travel agents in India'
const DESCRIPTION =
  'A marketplace where Indian travel agents buy enquiries from travellers: one agent to each enquiry, the price in rupees shown before you buy.'

export const meta: MetaFunction = () => [
  { title: TITLE },
  { name: 'description', content: DESCRIPTION },
  { property: 'og:title', content: TITLE },
  { property: 'og:description', content: DESCRIPTION },
  { property: 'og:type', content: 'website' },
]

const PROMISES = [
  {
    icon: IconUserCheck,
    title: 'One lead, one agent',
    text: 'A lead is sold once. Nobody else gets the traveller you bought.',
  },
  {
    icon: IconCoinRupee,
    title: 'The price comes first',
    text: 'See the trip and its price, then decide. Your wallet pays exactly that.',
  },
  {
    icon: IconLockOpen,
    title: 'Contact at once',
    text: "The traveller's phone and email open to you the moment you buy.",
  },
]

export default function HomePage() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Link to="/" className={classes.brand}>
          <Brand size={36} />
        </Link>
        <ColourSchemeSwitch />
      </header>
      <main className={classes.main}>
        <div className={classes.hero}>
          <RoadScene className={classes.scene} />
          <div className={classes.words}>
            <h1 className={classes.title}>
              <span>Travellers are asking.</span> <span>Be the agent who answers.</span>
            </h1>
            <div>
              <p className={classes.lead}>
                Raahi is where travel agents in India find people who want to travel: where to,
                when, and with whom. Choose the trips you know best.
              </p>
              <WayIn />
            </div>
          </div>
        </div>
        <ul className={classes.promises}>
          {PROMISES.map(({ icon: Icon, title, text }) => (
            <li key={title} className={classes.promise}>
              <Icon size={28} stroke={1.5} className={classes.icon} aria-hidden />
              <div>
                <h2 className={classes.promiseTitle}>{title}</h2>
                <p className={classes.promiseText}>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </main>
    </div>
  )
}

/** The prerendered page offers the login; whoever turns out to be signed in gets the dashboard instead. */
function WayIn() {
  const loaded = useSessionLoaded()
  const signedIn = useSession((state) => state.user !== null)
  if (loaded && signedIn) {
    return (
      <div className={classes.ways}>
        <Button
          component={Link}
          to="/dashboard"
          size="lg"
          rightSection={<IconArrowRight size={20} aria-hidden />}
        >
          Go to dashboard
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.ways}>
      <Button component={Link} to="/auth/login" size="lg">
        Login
      </Button>
      <Button component={Link} to="/auth/signup" size="lg" variant="default">
        Register
      </Button>
    </div>
  )
}
