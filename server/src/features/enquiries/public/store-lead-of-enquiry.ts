import type { Lead, LeadFields } from '@raahi/contract/leads'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { insertLead } from '../../leads/public/create-lead.ts'
import { toTrip } from '../../leads/public/lead-response.ts'
import { qualityOf } from '../enquiry-quality.ts'
import { type EnquiryRow, findEnquiry } from './enquiries.queries.ts'

type Jobs = Pick<JobQueue, 'send'>

/**
 * Makes a lead of an enquiry, which the caller has locked or has just stored. The lead keeps the consent and the origin.
 * @param adminId null: the source publishes complete enquiries at once
 */
export async function storeLeadOfEnquiry(
  tx: Transaction,
  jobs: Jobs,
  enquiry: EnquiryRow,
  fields: LeadFields,
  adminId: string | null,
): Promise<Lead> {
  const isMonthOfTraveller = fields.travelMonth === enquiry.travel_month
  const saidAt = enquiry.corrected_at ?? enquiry.consent_at
  const lead = await insertLead(tx, jobs, fields, {
    ...(isMonthOfTraveller && { monthNamedAt: saidAt }),
    ...marksOf(fields, enquiry),
  })
  // Copied by SQL, because a Date would lose the microseconds.
  await sql`
    insert into lead_origins
      (lead_id, enquiry_id, source, consent_text, consent_version, consent_at)
    select ${lead._id}, id, source, consent_text, consent_version, consent_at
    from enquiries where id = ${enquiry.id}`.execute(tx)
  await tx
    .updateTable('enquiries')
    .set({
      status: 'converted',
      decided_at: sql<Date>`clock_timestamp()`,
      decided_by: adminId,
    })
    .where('id', '=', enquiry.id)
    .execute()
  return lead
}

/**
 * The verification marks that the lead takes over from the enquiry. A contact that the admin changed is not verified.
 */
function marksOf(fields: LeadFields, enquiry: EnquiryRow) {
  return {
    emailVerifiedAt: fields.email === enquiry.email ? enquiry.email_verified_at : null,
    phoneVerifiedAt: fields.phone === enquiry.phone ? enquiry.phone_verified_at : null,
  }
}

/**
 * Makes a lead of an enquiry that was just stored, if an admin would find nothing to ask: it is complete and plausible,
 * not suspected, and no duplicate. A month is as good as a date, unless it has passed since the consent: which year is meant
 * is then not known.
 * @returns the id of the lead; null: the enquiry waits for an admin
 */
export async function publishEnquiry(
  tx: Transaction,
  jobs: Jobs,
  enquiryId: string,
): Promise<string | null> {
  const enquiry = await findEnquiry(tx, enquiryId)
  if (!enquiry || enquiry.suspected || enquiry.duplicate || !enquiry.lead_type) return null
  const { missing, plausiblePhone, plausibleEmail } = qualityOf(enquiry)
  const isMissing = missing.some((field) => field !== 'travelDate' || !enquiry.travel_month)
  if (isMissing || !plausiblePhone || plausibleEmail === false) return null
  if (enquiry.travel_date === null && (await isMonthOver(tx, enquiry))) return null
  const { emailVerifiedAt: _, phoneVerifiedAt: __, ...trip } = toTrip(enquiry)
  const fields = {
    ...trip,
    phone: enquiry.phone,
    email: enquiry.email,
    travelDays: trip.travelDays ?? 0,
    travelNights: trip.travelNights ?? 0,
    adult: trip.adult ?? 0,
    children: trip.children ?? 0,
    infant: trip.infant ?? 0,
    tripType: trip.tripType ?? 'Others',
    leadType: enquiry.lead_type,
  }
  return (await storeLeadOfEnquiry(tx, jobs, enquiry, fields, null))._id
}

/** Whether the travel month, as its traveller meant it at the time of the consent, is over. */
async function isMonthOver(tx: Transaction, enquiry: EnquiryRow): Promise<boolean> {
  const { rows } = await sql<{ is_over: boolean }>`
    select month_end_from(travel_month, day_in_india(consent_at)) < today_in_india() as is_over
    from enquiries where id = ${enquiry.id}`.execute(tx)
  return rows[0]?.is_over ?? false
}
