import section from '../../ui/section.module.css'
import { DestinationCard } from './destination-card.tsx'
import type { Guide } from './guides/guide.ts'
import classes from './related-destinations.module.css'

/** Links to related destinations. */
export function RelatedDestinations({ guide }: { guide: Guide }) {
  return (
    <section className={section.section} aria-labelledby="related-title">
      <div className={section.wrap}>
        <span className={section.garland} />
        <h2 id="related-title" className={section.title}>
          You may also like
        </h2>
        <div className={classes.related}>
          {guide.related.map((slug) => (
            <DestinationCard key={slug} slug={slug} />
          ))}
        </div>
      </div>
    </section>
  )
}
