import { Link } from 'react-router'
import classes from './destination-window.module.css'
import { type DestinationSlug, findDestination } from './public/destinations.ts'
import { StaticScene } from './public/static-scene.tsx'

/** A destination framed by a jharokha, the arched window of Rajasthan's palaces and of our mark. */
export function DestinationWindow({ slug }: { slug: DestinationSlug }) {
  const { name, region, line } = findDestination(slug)
  return (
    <Link to={`/destinations/${slug}`} className={classes.card}>
      <span className={classes.frame}>
        <span className={classes.pane}>
          <StaticScene name={slug} className={classes.scene} />
        </span>
      </span>
      <span className={classes.region}>{region}</span>
      <h3 className={classes.name}>{name}</h3>
      <span className={classes.line}>{line}</span>
    </Link>
  )
}
