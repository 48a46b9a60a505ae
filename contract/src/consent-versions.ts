import type { enquiryConsent } from './enquiry-labels.ts'

/**
 * What each version of the consent text covers. The text itself is stored with each enquiry.
 * - namesBuyer: Raahi tells the traveller which agent bought the enquiry and who has seen the contact
 */
const consentVersions = {
  '2026-11': { namesBuyer: false },
  '2026-11-23': { namesBuyer: true },
} satisfies Record<typeof enquiryConsent.version, { namesBuyer: boolean }> &
  Record<string, { namesBuyer: boolean }>

/** The versions under which the traveller learns who bought the enquiry. */
export const consentsNamingBuyer: readonly string[] = Object.entries(consentVersions)
  .filter(([, { namesBuyer }]) => namesBuyer)
  .map(([version]) => version)
