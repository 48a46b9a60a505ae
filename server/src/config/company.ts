import type { Company } from '@raahi/contract/company'
import { formatPhone } from '@raahi/contract/formats'
import { normalisePhone } from '@raahi/contract/phones'
import { z } from 'zod'
import { emailSetting } from './setting-types.ts'

const line = (name: string) =>
  z
    .string()
    .trim()
    .max(300, { error: `${name} has at most 300 characters.` })
    .refine((text) => !/\p{Cc}/u.test(text), { error: `${name} must be one line.` })
    .optional()

/**
 * Formats an Indian mobile number like every other phone number. Other numbers, such as a landline with its area code,
 * are unchanged.
 */
function formatMobile(phone: string): string {
  const normal = normalisePhone(phone) ?? ''
  return /^\+91[6-9]\d{9}$/.test(normal) ? formatPhone(normal) : phone
}

/** The company's details, from the environment. */
export const companySettings = {
  COMPANY_NAME: line('COMPANY_NAME'),
  COMPANY_EMAIL: emailSetting('COMPANY_EMAIL'),
  COMPANY_PHONE: z
    .string()
    .trim()
    .regex(/^\+?\d[\d ()-]{5,19}\d$/, {
      error: 'COMPANY_PHONE must be a phone number, such as +91 98765 43210.',
    })
    .transform(formatMobile)
    .optional(),
  COMPANY_HOURS: line('COMPANY_HOURS'),
  COMPANY_ADDRESS: line('COMPANY_ADDRESS'),
  COMPANY_GRIEVANCE_OFFICER: line('COMPANY_GRIEVANCE_OFFICER'),
  COMPANY_GRIEVANCE_EMAIL: emailSetting('COMPANY_GRIEVANCE_EMAIL'),
  COMPANY_SOCIAL: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine((list) => list.every(isSecureAddress), {
      error: 'COMPANY_SOCIAL must be https addresses separated by commas.',
    })
    .optional(),
}
type CompanySettings = z.output<z.ZodObject<typeof companySettings>>

function isSecureAddress(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === ''
}

/**
 * Returns only details that are set, because the site must not show invented ones.
 * @returns undefined in a trial without details: the site shows the demo's
 */
export function companyOf(
  set: CompanySettings & { CONTACT_EMAIL?: string | undefined },
  trial: boolean,
): Company | undefined {
  const isTold = Object.keys(companySettings).some((name) => Object.hasOwn(set, name))
  if (trial && !isTold) return undefined
  const legalName = set.COMPANY_NAME ?? 'Raahi'
  const ownEmail = set.COMPANY_EMAIL ?? set.CONTACT_EMAIL
  return {
    legalName,
    email: ownEmail,
    phone: set.COMPANY_PHONE,
    hours: set.COMPANY_HOURS,
    address: set.COMPANY_ADDRESS,
    grievanceOfficer: set.COMPANY_GRIEVANCE_OFFICER ?? `the Grievance Officer, ${legalName}`,
    grievanceEmail: set.COMPANY_GRIEVANCE_EMAIL ?? ownEmail,
    social: set.COMPANY_SOCIAL ?? [],
  }
}
