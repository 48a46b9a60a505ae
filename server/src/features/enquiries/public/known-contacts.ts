import { duplicateWithinDays } from '@raahi/contract/enquiries'
import { knownWithinDays } from '@raahi/contract/leads'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

/** The latest lead with the contact, else the latest enquiry. */
export interface KnownContact {
  leadId: string | null
  leadNumber: number | null
  enquiryNumber: number | null
}

/**
 * Finds for each of many contacts what makes it known: a lead of 90 days, on sale or sold, or else an enquiry of 30 days.
 * @returns one entry per contact, in their order; null: not known
 */
export async function findKnownContacts(
  db: Kysely<Schema>,
  contacts: readonly { phone: string; email: string | null }[],
): Promise<(KnownContact | null)[]> {
  const { rows } = await sql<KnownContact & { position: number }>`
    select given.position::integer, known."leadId", known."leadNumber", known."enquiryNumber"
    from unnest(${contacts.map(({ phone }) => phone)}::text[], ${contacts.map(({ email }) => email)}::text[])
      with ordinality as given(phone, email, position)
    cross join lateral (
      (select l.id as "leadId", l.number as "leadNumber", null::bigint as "enquiryNumber" from leads l
        where l.id in (select c.lead_id from lead_contacts c
            where c.contact_hash in (contact_hash(given.phone), contact_hash(given.email)))
          and (l.phone = given.phone or l.email = given.email)
          and l.created_at > now() - make_interval(days => ${knownWithinDays}::integer)
          and (l.deleted_at is null or l.status = 'sold')
        order by l.created_at desc, l.id desc limit 1)
      union all
      (select null, null, e.number from enquiries e
        where e.erased_at is null and (e.phone = given.phone or e.email = given.email)
          and e.created_at > now() - make_interval(days => ${duplicateWithinDays}::integer)
        order by e.created_at desc, e.id desc limit 1)
      limit 1
    ) known`.execute(db)
  const byPosition = new Map(rows.map(({ position, ...known }) => [position, known]))
  return contacts.map((_, index) => byPosition.get(index + 1) ?? null)
}
