import { embedPath } from '@raahi/contract/embed-page'
import { destinations } from '../destinations/public/destinations.ts'

/** The page for unknown addresses. No link leads to it. */
export const notFoundPath = '/page-not-found'

/** Every page that is built as HTML. The sitemap contains those with `listed`. */
export const publicPages: readonly { path: string; listed: boolean }[] = [
  { path: '/', listed: true },
  { path: '/destinations', listed: true },
  ...destinations.map(({ slug }) => ({ path: `/destinations/${slug}`, listed: true })),
  { path: '/agents', listed: true },
  { path: '/developers', listed: true },
  { path: '/about', listed: true },
  { path: '/contact', listed: true },
  { path: '/returns', listed: true },
  { path: '/privacy', listed: true },
  { path: '/terms', listed: true },
  { path: '/my-enquiry', listed: false },
  { path: '/quote', listed: false },
  { path: embedPath, listed: false },
  { path: notFoundPath, listed: false },
]
