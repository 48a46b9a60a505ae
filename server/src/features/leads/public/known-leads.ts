import type { LeadStatus } from '@raahi/contract/lead-status'
import { type KnownLead, knownWithinDays, maxKnownLeads } from '@raahi/contract/leads'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { leadLabel } from './lead-response.ts'

/** A phone number and an email, as stored. */
export interface Contact {
  phone?: string | null | undefined
  email?: string | null | undefined
}

/**
 * Serialises transactions that store the same phone number or email, so that the second one finds the first. The lock comes
 * before that of an enquiry. A transaction locks all of its contacts with one call, in their order.
 */
export async function lockContacts(tx: Transaction, ...given: Contact[]): Promise<void> {
  const contacts = new Set(given.flatMap(({ phone, email }) => [phone, email]).filter(Boolean))
  const keys = [...contacts].sort().map((contact) => `enquiry ${contact}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${keys}::text[]) with ordinality as locked(key, position) order by position`.execute(
    tx,
  )
}

interface KnownLeadRow extends Pick<KnownLead, 'deleted' | 'name' | 'destination'> {
  id: string
  number: number
  created_at: Date
  status: LeadStatus
  has_phone: boolean
  has_email: boolean
}

/**
 * Finds the recent leads, on sale or sold, with this phone number or email, newest first.
 * @param except the lead of the same enquiry
 */
export async function findKnownLeads(
  db: Kysely<Schema>,
  { phone = null, email = null }: Contact,
  except: string | null = null,
): Promise<KnownLead[]> {
  const { rows } = await sql<KnownLeadRow>`
    with known as (
      select l.*, coalesce(l.phone = ${phone}, false) as has_phone,
        coalesce(l.email = ${email}, false) as has_email
      from leads l where l.id in (
          select lead_id from lead_contacts
          where contact_hash in (contact_hash(${phone}::text), contact_hash(${email}::text)))
        and l.created_at > now() - make_interval(days => ${knownWithinDays}::integer)
        and (l.deleted_at is null or l.status = 'sold') and l.id is distinct from ${except}::uuid
    )
    select id, number, created_at, status, deleted_at is not null as deleted, name, destination, has_phone, has_email
    from known where has_phone or has_email
    order by created_at desc, id desc limit ${maxKnownLeads}`.execute(db)
  return rows.map((row) => ({
    leadId: leadLabel(row.number),
    _id: row.id,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    deleted: row.deleted,
    name: row.name,
    destination: row.destination,
    matched: row.has_phone ? (row.has_email ? 'phone-and-email' : 'phone') : 'email',
  }))
}
