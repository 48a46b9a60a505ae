import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const siteFigures = z.object({
  /** Travellers, by phone, of whom an agent has bought a trip and not returned it. */
  customers: z.int(),
  /** Different destinations of these trips. */
  destinations: z.int(),
})
export type SiteFigures = z.output<typeof siteFigures>

export const getSiteFigures = endpoint('GET', '/api/siteFigures', {
  name: 'getSiteFigures',
  summary: 'Read the true figures beside the claims of the home page. At most ten minutes old',
  access: 'public',
  answer: siteFigures,
})
