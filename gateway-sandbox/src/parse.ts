import { z } from 'zod'
import { invalidInput } from './gateway-error.ts'

const amount = z
  .int({ error: 'The amount must be an integer.' })
  .min(100, { error: 'The amount must be at least INR 1.00' })
  .max(50_000_000_000, { error: 'Amount exceeds maximum amount allowed.' })
const notes = z
  .record(
    z.string().max(256, { error: 'The key of a note may not be greater than 256 characters.' }),
    z.union([
      z.string().max(256, { error: 'A note may not be greater than 256 characters.' }),
      z.number(),
    ]),
    { error: 'notes must be an object of texts' },
  )
  .refine((map) => Object.keys(map).length <= 15, {
    error: 'Number of fields in notes should be less than or equal to 15',
  })
const receipt = z
  .string({ error: 'The receipt must be a string.' })
  .max(40, { error: 'The receipt may not be greater than 40 characters.' })

export const newOrder = z.strictObject({
  amount,
  currency: z.literal('INR', { error: 'Currency is not supported' }),
  receipt: receipt.optional(),
  notes: notes.default({}),
  /** Requests an automatic capture, which the sandbox always performs. */
  payment: z.looseObject({ capture: z.literal('automatic') }).optional(),
})
export type NewOrder = z.output<typeof newOrder>

export const newRefund = z.strictObject({
  amount: amount.optional(),
  speed: z
    .enum(['normal', 'optimum'], { error: 'speed should be either normal or optimum' })
    .default('normal'),
  notes: notes.default({}),
  receipt: receipt.optional(),
})
export type NewRefund = z.output<typeof newRefund>

const wholeNumber = z.coerce.number().int().min(0)
/** Parameters of a page of a list, like those of the provider. */
export const listQuery = z.strictObject({
  count: wholeNumber.min(1).max(100).default(10),
  skip: wholeNumber.default(0),
  /** Seconds since 1970. */
  from: wholeNumber.optional(),
  to: wholeNumber.optional(),
  receipt: z.string().optional(),
})
export type ListQuery = z.output<typeof listQuery>

const shortText = z.string().max(256)
/** The request of the checkout. Only the first two fields are required. */
export const newPayment = z.strictObject({
  order_id: z.string({ error: 'The order id field is required.' }),
  outcome: z.enum(['success', 'failure', 'late'], {
    error: 'outcome must be one of success, failure, late',
  }),
  key_id: shortText.optional(),
  /** As the page shows them. Rejected if they differ from the order. */
  amount: z.int().optional(),
  currency: z.string().optional(),
  method: z.enum(['card', 'upi'], { error: 'method must be one of card, upi' }).optional(),
  vpa: shortText.regex(/^[\w.-]+@[\w.-]+$/, { error: 'Invalid VPA' }).optional(),
  card: z
    .strictObject({
      last4: z.string().regex(/^\d{4}$/),
      network: shortText,
    })
    .optional(),
  /** Why it fails; one of `failures`. */
  reason: shortText.optional(),
  email: shortText.optional(),
  contact: shortText.optional(),
  description: shortText.optional(),
  notes: notes.default({}),
})
export type NewPayment = z.output<typeof newPayment>

/** @throws GatewayError that names the first invalid field and its valid values */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? ''
    throw invalidInput(`${field} is/are not required and should not be sent`, field)
  }
  const field = issue?.path.join('.') ?? ''
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined
  const message = issue?.message ?? 'The request is not valid.'
  throw invalidInput(isMissing ? `The ${field || 'body'} field is required.` : message, field)
}
