import type { MetaFunction } from 'react-router'
import { DestinationCard } from '../../features/destinations/destination-card.tsx'
import { DestinationSearch } from '../../features/destinations/destination-search.tsx'
import { destinations } from '../../features/destinations/public/destinations.ts'
import { QuoteForm } from '../../features/enquiries/quote-form/quote-form.tsx'
import { PageBanner } from '../../features/site/page-banner.tsx'
import { QuoteSection } from '../../features/site/quote-section.tsx'
import { pageMeta, trail } from '../../features/site/site-meta.ts'
import section from '../../ui/section.module.css'
import classes from './destinations.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Destinations: Manali, Goa, Kerala, Jaipur, Rajasthan · Raahi',
    description:
      'Snow in Manali, beaches in Goa, backwaters in Kerala, the Pink City and the forts of Rajasthan. Get a quote for any of 100+ destinations in India and abroad.',
    path: '/destinations',
    facts: [
      trail(['Destinations', '/destinations']),
      {
        '@type': 'ItemList',
        itemListElement: shown.map(({ name, slug }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          url: `@origin/destinations/${slug}`,
        })),
      },
    ],
  })

/** The order of a route through the country: hills, coast, backwaters, city. */
const order = ['manali', 'goa', 'kerala', 'jaipur', 'rajasthan']
const shown = [...destinations].sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug))

export default function DestinationsPage() {
  return (
    <>
      <PageBanner
        title="Destinations"
        text="Five of our favourites to start with, and 100+ more places you can get a quote for."
        behind="signpost"
      >
        <div className={classes.search}>
          <DestinationSearch />
        </div>
      </PageBanner>
      <section className={classes.cards} aria-label="All destinations">
        <div className={`${section.wrap} ${classes.grid}`}>
          {shown.map(({ slug }, index) => (
            <DestinationCard key={slug} slug={slug} wide={index === shown.length - 1} />
          ))}
        </div>
      </section>
      <QuoteSection>
        <QuoteForm />
      </QuoteSection>
    </>
  )
}
