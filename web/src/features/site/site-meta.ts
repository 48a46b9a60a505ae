import type { MetaDescriptor } from 'react-router'
import { company, companyPages } from './company.ts'

/**
 * The placeholder of the site's origin in the built pages. Only the server knows the origin (PUBLIC_URL), and inserts
 * it at start (server/src/platform/http/site.ts).
 */
export const originPlaceholder = 'https://public-url.invalid'

const siteName = 'Raahi'

interface PageMeta {
  title: string
  description: string
  /** The path of the page, beginning with '/'. */
  path: string
  /** The picture for link previews in web/public/previews, 1200 × 630; the home page's by default. */
  preview?: string
  /** Alternative text of the preview. */
  previewAlt?: string
  /** Structured data in addition to that of every page. */
  facts?: readonly Record<string, unknown>[]
  /** Excludes the page from search engines. */
  hidden?: boolean
}

/** The tags in the head of a page, for browsers, search engines and link previews. */
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
    { property: 'og:site_name', content: siteName },
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

/** The breadcrumb trail of a page: names and paths below the home page. */
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

/** The company as structured data. */
export function organisation() {
  return {
    '@type': 'TravelAgency',
    '@id': '@origin/#organisation',
    name: siteName,
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
    sameAs: companyPages.length > 0 ? companyPages : undefined,
  }
}

/** The site as structured data. */
export function website() {
  return {
    '@type': 'WebSite',
    '@id': '@origin/#site',
    name: siteName,
    url: '@origin/',
    inLanguage: 'en-IN',
    publisher: { '@id': '@origin/#organisation' },
  }
}

/** Replaces `@origin` with the site's origin. */
function absolute(fact: Record<string, unknown>, origin: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(fact).replaceAll('@origin', origin))
}

let cachedOrigin: string | undefined

/** The placeholder at build time; in a browser the origin that the server has inserted. */
export function siteOrigin(): string {
  if (typeof document === 'undefined') return originPlaceholder
  cachedOrigin ??= originOf(
    document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content,
  )
  return cachedOrigin
}

function originOf(address: string | undefined): string {
  return address && URL.canParse(address) ? new URL(address).origin : window.location.origin
}
