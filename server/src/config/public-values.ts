import { z } from 'zod'
import { StartError } from '../platform/start-error.ts'
import { companyOf, companySettings } from './company.ts'
import type { Config } from './index.ts'
import { mailSettings } from './mail.ts'
import { checkoutOf, paymentSettings } from './payments.ts'
import { givenSettings } from './setting-types.ts'

const { CONTACT_EMAIL } = mailSettings
const { RAZORPAY_KEY_ID, VITE_RAZORPAY_KEY_ID, VITE_RAZORPAY_CHECKOUT_URL } = paymentSettings

/** Settings whose values are visible in the site. */
const publicSettings = z.object({
  ...companySettings,
  CONTACT_EMAIL,
  RAZORPAY_KEY_ID,
  VITE_RAZORPAY_KEY_ID,
  VITE_RAZORPAY_CHECKOUT_URL,
})

export const publicSettingNames = Object.keys(publicSettings.shape)

/**
 * Reads the public settings, to build a site without a server. Secrets are not needed and not read. Such a site is
 * never a trial's.
 * @throws StartError with one sentence for each wrong setting
 */
export function readPublicSettings(env: NodeJS.ProcessEnv): Pick<Config, 'checkout' | 'company'> {
  const parsed = publicSettings.safeParse(givenSettings(env))
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map(({ message }) => message).join('\n'))
  }
  return { checkout: checkoutOf(parsed.data), company: companyOf(parsed.data, false) }
}
