import { Link } from 'react-router'
import classes from './destination-card.module.css'
import { type DestinationSlug, findDestination } from './public/destinations.ts'
import { StaticScene } from './public/static-scene.tsx'

/** A destination with its scene, name and line. `wide` fills a row. */
export function DestinationCard({ slug, wide = false }: { slug: DestinationSlug; wide?: boolean }) {
  const { name, region, line } = findDestination(slug)
  return (
    <Link to={`/destinations/${slug}`} className={classes.card} data-wide={wide || undefined}>
      <span className={classes.picture}>
        <StaticScene name={slug} className={classes.scene} />
      </span>
      <span className={classes.words}>
        <span>
          <h2 className={classes.name}>{name}</h2>
          <span className={classes.line}>{line}</span>
        </span>
        <span className={classes.region}>{region}</span>
      </span>
    </Link>
  )
}
