import { type MetaFunction, useLocation } from 'react-router'
import {
  type Destination,
  type DestinationSlug,
  destinationOf,
} from '../../features/destinations/destinations.ts'
import { QuoteForm } from '../../features/enquiries/quote-form.tsx'
import { PageBanner } from '../../features/site/page-banner.tsx'
import { QuoteSection } from '../../features/site/quote-section.tsx'
import { pageMeta, trail } from '../../features/site/site-meta.ts'

/** The destination at the end of an address; routes.ts lets no other end come here. */
function destinationAt(pathname: string): Destination {
  return destinationOf(pathname.replace(/\/$/, '').split('/').at(-1) as DestinationSlug)
}

export const meta: MetaFunction = ({ location }) => {
  const { slug, name, region, description } = destinationAt(location.pathname)
  const path = `/destinations/${slug}`
  return pageMeta({
    title: `${name}, ${region}: plan a trip with one travel agent · Raahi`,
    description,
    path,
    preview: slug,
    previewAlt: `A drawing of ${name}`,
    facts: [
      trail(['Destinations', '/destinations'], [name, path]),
      { '@type': 'TouristDestination', name, description, url: `@origin${path}` },
    ],
  })
}

export default function DestinationPage() {
  const { slug, name, line } = destinationAt(useLocation().pathname)
  return (
    <>
      <PageBanner title={name} text={line} scene={slug as DestinationSlug} />
      <QuoteSection>
        <QuoteForm destination={name} />
      </QuoteSection>
    </>
  )
}
