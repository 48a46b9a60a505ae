import { QuoteForm } from '../enquiries/quote-form.tsx'
import { QuoteSection } from '../site/quote-section.tsx'
import { pageMeta, trail } from '../site/site-meta.ts'
import { DestinationHero } from './destination-hero.tsx'
import { destinationOf } from './destinations.ts'
import {
  GoodToKnow,
  RelatedDestinations,
  SamplePlan,
  Sights,
  WhenToCome,
} from './guide-sections.tsx'
import type { Guide } from './guides/guide.ts'

/** The page of a destination: what it is, when, what, how, and the quote form with it chosen. */
export function DestinationPage({ guide }: { guide: Guide }) {
  const { name } = destinationOf(guide.slug)
  return (
    <>
      <DestinationHero guide={guide} />
      <WhenToCome guide={guide} />
      <Sights guide={guide} />
      <SamplePlan guide={guide} />
      <GoodToKnow guide={guide} />
      <QuoteSection>
        {/* Of each destination its own: from page to page another form. */}
        <QuoteForm key={guide.slug} destination={name} />
      </QuoteSection>
      <RelatedDestinations guide={guide} />
    </>
  )
}

/** What stands in the head of that page. */
export function destinationMeta(guide: Guide) {
  const { slug, name, region, description } = destinationOf(guide.slug)
  const path = `/destinations/${slug}`
  return pageMeta({
    title: `${name}, ${region}: plan a trip with one travel agent · Raahi`,
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
