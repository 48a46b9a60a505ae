import { z } from 'zod'
import { isLoopback } from './loopback-names.ts'
import {
  isUnset,
  oneOf,
  type Problem,
  setTogether,
  webAddress,
  wholeNumber,
} from './setting-types.ts'

/** How SMS are sent: through the operator's account at the provider, to the stand-in of a trial, or not at all. */
export type SmsSettings =
  | { mode: 'off' }
  | {
      mode: 'sandbox' | 'live'
      authKey: string
      /** The template at the provider, with the variable `code`. */
      templateId: string
      /** Address without the path of a call. Undefined: the product serves the stand-in. */
      baseUrl: string | undefined
    }

/** Accepted by the stand-in alone. */
export const smsSandboxKeys = { authKey: 'msg91_sandbox', templateId: 'sandbox_template' } as const

/** Settings of SMS, from the environment. */
export const smsSettings = {
  SMS_PROVIDER: oneOf('SMS_PROVIDER', ['msg91']).optional(),
  MSG91_AUTH_KEY: z.string().optional(),
  MSG91_TEMPLATE_ID: z.string().optional(),
  MSG91_BASE_URL: webAddress('MSG91_BASE_URL')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  SMS_PER_HOUR: wholeNumber('SMS_PER_HOUR', 1, 100_000, 200),
}
export type SmsInput = z.output<z.ZodObject<typeof smsSettings>>

/** Contradictions between these settings. */
export const smsProblems: readonly Problem<SmsInput>[] = [
  {
    holds: (set) => setTogether(set.SMS_PROVIDER, set.MSG91_AUTH_KEY, set.MSG91_TEMPLATE_ID),
    error: 'SMS_PROVIDER, MSG91_AUTH_KEY and MSG91_TEMPLATE_ID must be set together.',
  },
  {
    holds: (set) => isUnset(set.MSG91_BASE_URL) || !isUnset(set.SMS_PROVIDER),
    error: 'MSG91_BASE_URL needs SMS_PROVIDER=msg91.',
  },
  {
    holds: ({ MSG91_BASE_URL: address }) =>
      address === undefined ||
      /^https:/i.test(address) ||
      isLoopback(URL.parse(address)?.hostname ?? ''),
    error: 'MSG91_BASE_URL must be an https address: requests contain the key and the codes.',
  },
]

/** The provider if it is set, the stand-in in a trial, otherwise none: codes that can be read by anyone prove nothing. */
export function smsOf(set: SmsInput, trial: boolean): SmsSettings {
  const { MSG91_AUTH_KEY: authKey, MSG91_TEMPLATE_ID: templateId, MSG91_BASE_URL: baseUrl } = set
  if (authKey && templateId) {
    return {
      mode: 'live',
      authKey,
      templateId,
      baseUrl: baseUrl ?? 'https://control.msg91.com',
    }
  }
  return trial ? { mode: 'sandbox', ...smsSandboxKeys, baseUrl: undefined } : { mode: 'off' }
}
