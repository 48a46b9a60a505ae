import type { Enquiry } from '@raahi/contract/enquiries'
import type { EnquiryRow } from './public/enquiries.queries.ts'

/** Domains that receive no mail: reserved for examples, or common typing errors. */
const noMailDomains =
  /(^|\.)(example\.(com|net|org)|test|invalid|localhost|gmial\.com|gmai\.com|gmail\.co|gmail\.con|yaho\.com|yahoo\.con|hotmial\.com)$/

/** Returns hints for admins on whether an enquiry is worth a call. It rejects nothing. */
export function qualityOf(row: EnquiryRow): Enquiry['quality'] {
  const missing: Enquiry['quality']['missing'] = []
  if (row.email === null) missing.push('email')
  if (row.city === null) missing.push('city')
  if (row.destination === null) missing.push('destination')
  if (row.travel_date === null) missing.push('travelDate')
  if (!row.adult && !row.children && !row.infant) missing.push('members')
  if (row.lead_type === null) missing.push('leadType')
  return {
    complete: missing.length === 0,
    missing,
    // A verified contact is real, even if its form is unusual.
    plausiblePhone: row.phone_verified_at !== null || isPlausiblePhone(row.phone),
    plausibleEmail:
      row.email === null ? null : row.email_verified_at !== null || isPlausibleEmail(row.email),
  }
}

/** Numbers of one repeated digit or of counting digits are not in use. */
function isPlausiblePhone(phone: string): boolean {
  const last = phone.slice(-8)
  return !/^(\d)\1+$/.test(last) && !'01234567890'.includes(last) && !'9876543210'.includes(last)
}

/** Checks the form of the domain, and that it is not known to receive no mail. */
function isPlausibleEmail(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return (
    /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,24}|xn--[a-z0-9-]+)$/.test(domain) &&
    !noMailDomains.test(domain)
  )
}
