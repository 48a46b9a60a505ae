import { DestinationHero } from '../../../features/destinations/destination-hero.tsx'
import type { Guide } from '../../../features/destinations/guides/guide.ts'
import { findDestination } from '../../../features/destinations/public/destinations.ts'
import { RelatedDestinations } from '../../../features/destinations/related-destinations.tsx'
import { StaticGuide } from '../../../features/destinations/static-guide.tsx'
import { QuoteForm } from '../../../features/enquiries/quote-form/quote-form.tsx'
import { QuoteSection } from '../../../features/site/quote-section.tsx'
import { pageMeta, trail } from '../../../features/site/site-meta.ts'

/** The page of a destination: scene, guide, and the quote form with the destination selected. */
export function DestinationPage({ guide }: { guide: Guide }) {
  const { name } = findDestination(guide.slug)
  return (
    <>
      <DestinationHero guide={guide} />
      <StaticGuide guide={guide} />
      <QuoteSection>
        <QuoteForm destination={name} />
      </QuoteSection>
      <RelatedDestinations guide={guide} />
    </>
  )
}

/** The tags in the head of a destination page. */
export function destinationMeta(guide: Guide) {
  const { slug, name, region, description } = findDestination(guide.slug)
  const path = `/destinations/${slug}`
  return pageMeta({
    title: `${name}, ${region}: get a quote from one travel agent · Raahi`,
    description,
    path,
    preview: slug,
    previewAlt: `A drawing of ${name}`,
    facts: [
      trail(['Destinations', '/destinations'], [name, path]),
      {
        '@type': 'TouristDestination',
        '@id': `@origin${path}#place`,
        name,
        description,
        url: `@origin${path}`,
        image: `@origin/previews/${slug}.jpg`,
        touristType: guide.suits,
        includesAttraction: guide.sights.map((sight) => ({
          '@type': 'TouristAttraction',
          name: sight.name,
          description: sight.text,
        })),
      },
    ],
  })
}
