import { enquiryConsent } from './enquiry-words.ts'

/**
 * What each version of the consent text covers. The text itself is stored with each enquiry.
 * - namesBuyer: Raahi tells the traveller which agent bought the enquiry and who has seen the contact
 */
const consentVersions: Readonly<Record<string, { namesBuyer: boolean }>> = {
  '2026-11': { namesBuyer: false },
  [enquiryConsent.version]: { namesBuyer: true },
}

/** The versions under which the traveller learns who bought the enquiry. */
export const consentsNamingBuyer: readonly string[] = Object.entries(consentVersions)
  .filter(([, { namesBuyer }]) => namesBuyer)
  .map(([version]) => version)
