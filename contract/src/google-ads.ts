import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { intakeLimits } from './intake.ts'

/** An id of 64 bits, see `wideIds`. */
const wideId = z.union([z.string(), z.number()], { error: 'Send an ID.' }).transform(String)

const text = z.string().max(5000)

/**
 * A lead of a lead form of Google Ads, as the provider sends it. Fields that it adds are ignored.
 * https://developers.google.com/google-ads/webhook/docs/implementation
 */
export const googleLead = z.object({
  lead_id: wideId.pipe(z.string().min(1).max(intakeLimits.externalId)),
  google_key: text,
  is_test: z.boolean().nullish(),
  user_column_data: z
    .array(
      z.object({
        column_id: text.nullish(),
        /** The question, for a question that is not one of Google's. */
        column_name: text.nullish(),
        string_value: text.nullish(),
      }),
    )
    .max(100),
  form_id: wideId.nullish(),
  campaign_id: wideId.nullish(),
  adgroup_id: wideId.nullish(),
  creative_id: wideId.nullish(),
  lead_submit_time: text.nullish(),
})
export type GoogleLead = z.output<typeof googleLead>

/**
 * The answer is `{}`, as the provider expects. It repeats a delivery after 5xx, so the limits of the source and of the address
 * are answered with TOO_BUSY_RETRY.
 */
export const receiveGoogleLead = endpoint('POST', '/api/intake/google-ads/{sourceId}', {
  name: 'receiveGoogleLead',
  summary: 'Receive a lead of a lead form of Google Ads, with the key of its source',
  access: 'public',
  params: z.strictObject({ sourceId: id }),
  body: googleLead,
  wideIds: true,
  answerType: 'application/json',
  errors: ['GOOGLE_KEY_WRONG', 'SOURCE_NOT_FOUND', 'SOURCE_PAUSED', 'TOO_BUSY_RETRY'],
})
