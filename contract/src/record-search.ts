import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filterText, id } from './fields.ts'

/** A lead or an enquiry that a search found. It has no phone and no email, so that reading it reveals no contact. */
const foundRecord = z.object({
  _id: id,
  /** LD-000123 or RQ-000123. */
  label: z.string(),
  name: z.string(),
  /** Null: the traveller has not decided yet. */
  destination: z.string().nullable(),
})
export type FoundRecord = z.output<typeof foundRecord>

/** Found records of each kind: a longer search names one record. */
export const maxFoundRecords = 4

export const findRecords = endpoint('GET', '/api/records', {
  name: 'findRecords',
  summary:
    'Find the newest leads and enquiries by the searches of their lists, without contacts. Not recorded as a view of a contact',
  access: 'admin',
  right: ['leads', 'support'],
  list: true,
  query: z.strictObject({ search: filterText() }),
  answer: z.object({ leads: z.array(foundRecord), enquiries: z.array(foundRecord) }),
})
