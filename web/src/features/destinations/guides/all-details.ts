import type { DestinationSlug } from '../destinations.ts'
import { goaDetails } from './goa-details.ts'
import type { GuideDetails } from './guide.ts'
import { jaipurDetails } from './jaipur-details.ts'
import { keralaDetails } from './kerala-details.ts'
import { manaliDetails } from './manali-details.ts'
import { rajasthanDetails } from './rajasthan-details.ts'

/** All at once: whoever goes from one destination to the next fetches them together with the sections, once. */
export const allDetails: Record<DestinationSlug, GuideDetails> = {
  goa: goaDetails,
  kerala: keralaDetails,
  rajasthan: rajasthanDetails,
  manali: manaliDetails,
  jaipur: jaipurDetails,
}
