import type { DestinationSlug } from '../public/destinations.ts'
import { goaDetails } from './goa-details.ts'
import type { GuideDetails } from './guide.ts'
import { jaipurDetails } from './jaipur-details.ts'
import { keralaDetails } from './kerala-details.ts'
import { manaliDetails } from './manali-details.ts'
import { rajasthanDetails } from './rajasthan-details.ts'

/** In one script: the first navigation between destinations loads them together with the sections. */
export const allDetails: Record<DestinationSlug, GuideDetails> = {
  goa: goaDetails,
  kerala: keralaDetails,
  rajasthan: rajasthanDetails,
  manali: manaliDetails,
  jaipur: jaipurDetails,
}
