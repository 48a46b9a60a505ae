import type { MetaDescriptor } from 'react-router'
import { company, ownPages } from './company.ts'

/**
 * Stands in the built pages where the address of the site belongs, which only the server knows (PUBLIC_URL): it puts
 * it there as it starts (server/src/platform/http/site.ts).
 */
export const ORIGIN_PLACEHOLDER = 'https://public-url.invalid'

const SITE_NAME = 'Raahi'

interface PageMeta {
  title: string
  description: string
  /** Of the page, beginning with '/'. */
  path: string
  /** The picture for link previews, 1200 × 630, in web/public/previews; that of the home page unless told. */
  preview?: string
  /** What the picture shows. */
  previewAlt?: string
  /** Structured data beyond what every page says. */
  facts?: readonly Record<string, unknown>[]
  /** Pages that no search engine should list. */
  hidden?: boolean
}

/** Everything about a page that stands in its head: for people, search engines and link previews. */
export function pageMeta({
  title,
  description,
  path,
  preview = 'home',
  previewAlt = 'A road through India: mountains, a fort, a houseboat and a traveller on the way',
  facts = [],
  hidden = false,
}: PageMeta): MetaDescriptor[] {
  const origin = siteOrigin()
  const address = origin + path
  const image = `${origin}/previews/${preview}.jpg`
  const descriptors: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: SITE_NAME },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: previewAlt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  if (hidden) return [...descriptors, { name: 'robots', content: 'noindex' }]
  return [
    ...descriptors,
    { tagName: 'link', rel: 'canonical', href: address },
    ...facts.map((fact) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...absolute(fact, origin) },
    })),
  ] as MetaDescriptor[]
}

/** The trail to a page: names and paths below the home page. */
export function trail(...steps: readonly (readonly [name: string, path: string])[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', '/'] as const, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `@origin${path}`,
    })),
  }
}

/** Who we are, as search engines read it. */
export function organisation() {
  return {
    '@type': 'TravelAgency',
    '@id': '@origin/#organisation',
    name: SITE_NAME,
    legalName: company.legalName,
    url: '@origin/',
    logo: '@origin/apple-touch-icon.png',
    image: '@origin/previews/home.jpg',
    email: company.email,
    telephone: company.phone,
    areaServed: 'IN',
    address: company.address && {
      '@type': 'PostalAddress',
      streetAddress: company.address,
      addressCountry: 'IN',
    },
    sameAs: ownPages.length > 0 ? ownPages : undefined,
  }
}

/** The site itself, with its search. */
export function website() {
  return {
    '@type': 'WebSite',
    '@id': '@origin/#site',
    name: SITE_NAME,
    url: '@origin/',
    inLanguage: 'en-IN',
    publisher: { '@id': '@origin/#organisation' },
  }
}

/** Writes the site's address where structured data says `@origin`. */
function absolute(fact: Record<string, unknown>, origin: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(fact).replaceAll('@origin', origin))
}

let known: string | undefined

/** While building, the placeholder; in a browser what the server has put in its place. */
function siteOrigin(): string {
  if (typeof document === 'undefined') return ORIGIN_PLACEHOLDER
  known ??= originOf(document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content)
  return known
}

function originOf(address: string | undefined): string {
  return address && URL.canParse(address) ? new URL(address).origin : window.location.origin
}
