import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { invalidTexts } from './field-checks.ts'
import { emailField, id, instant, seenVersion } from './fields.ts'
import { rupees, rupeesInput } from './money.ts'

/** What admins can switch while the product runs. */
const switches = {
  /** Agents buy leads only with an approved KYC. */
  buyingNeedsKyc: z.boolean({ error: 'Choose on or off.' }),
}

/** The email that receives the statement of each month; '' and null: it is not mailed. */
const accountantEmail = z
  .preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    emailField(invalidTexts.email).nullable(),
  )
  .meta({ type: ['string', 'null'] })

/** Recharges and refunds above this amount wait for a second admin; null: none. */
const approvalAbove = rupeesInput({ invalid: 'Enter an amount above ₹0.', minPaise: 1 }).nullable()

export const settings = z.object({
  ...switches,
  accountantEmail: z.string().nullable(),
  approvalAbove: rupees.nullable(),
  /** Increases with each change. A change names the version that it replaces. */
  version: z.int(),
  /** The latest change; null: the settings were never changed. */
  changed: z.object({ at: instant, by: z.object({ _id: id, name: z.string() }) }).nullable(),
})
export type Settings = z.output<typeof settings>

export const getSettings = endpoint('GET', '/api/settings', {
  name: 'getSettings',
  summary: 'Get the settings of the product',
  access: 'admin',
  right: 'settings',
  answer: settings,
})

export const changeSettings = endpoint('PUT', '/api/settings', {
  name: 'changeSettings',
  summary:
    'Change settings; those that are left out stay. A purchase that starts after the response follows them',
  access: 'admin',
  right: 'settings',
  body: z
    .strictObject({ version: seenVersion, ...switches, accountantEmail, approvalAbove })
    .partial({ buyingNeedsKyc: true, accountantEmail: true, approvalAbove: true }),
  answer: settings,
  message: 'Settings saved.',
  errors: ['SETTINGS_CHANGED', 'APPROVAL_NEEDS_TWO_ADMINS'],
})
