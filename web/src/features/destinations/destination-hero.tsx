import { Link } from 'react-router'
import buttons from '../../ui/plain-button.module.css'
import classes from './destination-hero.module.css'
import type { Guide } from './guides/guide.ts'
import { formatBestMonths } from './months.ts'
import { findDestination } from './public/destinations.ts'
import { StaticScene } from './public/static-scene.tsx'

/** The scene in full width, and a panel with an arch in front of it: the destination's name, line and actions. */
export function DestinationHero({ guide }: { guide: Guide }) {
  const { name, region, line } = findDestination(guide.slug)
  const { days } = guide
  return (
    <header className={classes.hero}>
      <div className={classes.view}>
        <StaticScene name={guide.slug} className={classes.scene} />
      </div>
      <div className={classes.front}>
        <div className={classes.panel}>
          <nav aria-label="Where you are" className={classes.trail}>
            <Link to="/destinations">Destinations</Link>
            <span aria-hidden>›</span>
            <span>{region}</span>
          </nav>
          <h1 className={classes.title}>{name}</h1>
          <p className={classes.line}>{line}</p>
          <p className={classes.ways}>
            <a href="#quote" className={`${buttons.main} ${buttons.large}`}>
              Get a quote for {name}
            </a>
            <a href="#plan" className={`${buttons.other} ${buttons.large}`}>
              Sample itinerary
            </a>
          </p>
        </div>
      </div>
      <div className={classes.opening}>
        <p className={classes.words}>{guide.opening}</p>
        <dl className={classes.glance}>
          <div>
            <dt>Best time</dt>
            <dd>{formatBestMonths(guide.months)}</dd>
          </div>
          <div>
            <dt>Ideal trip</dt>
            <dd>
              {days} days, {days - 1} nights
            </dd>
          </div>
        </dl>
      </div>
    </header>
  )
}
