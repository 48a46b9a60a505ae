import type { ReplacementReason } from '@raahi/contract/replacements'
import { reasonsAskingTraveller } from '@raahi/contract/traveller-question'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { addLink } from '../enquiries/public/enquiry-links.ts'
import { enquiryLabel } from '../enquiries/public/enquiry-response.ts'
import { questionMail } from './replacement-mails.ts'

interface AskableEnquiry {
  id: string
  number: number
  email: string
}

/**
 * Locks the enquiry of a lead. A concurrent withdrawal or erasure is either committed and visible, or waits and then
 * removes the mail from the queue.
 * @returns undefined if the lead has no enquiry whose traveller can be asked
 */
export async function lockEnquiryOfLead(
  tx: Transaction,
  leadId: string,
): Promise<AskableEnquiry | undefined> {
  const { rows } = await sql<AskableEnquiry>`
    select e.id, e.number, e.email from lead_origins o join enquiries e on e.id = o.enquiry_id
    where o.lead_id = ${leadId} and e.status = 'converted' and e.erased_at is null and e.email is not null
    for share of e`.execute(tx)
  return rows[0]
}

/**
 * Asks the traveller, once per lead, whether the trip is still planned, if the agent reports that the traveller cannot
 * be reached or does not travel, and the purchase has a return policy. The mail contains no text of the agent.
 */
export async function askTraveller(
  tx: Transaction,
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  request: { leadId: string; reason: ReplacementReason | null; enquiry: AskableEnquiry },
): Promise<void> {
  const { leadId, enquiry } = request
  if (!reasonsAskingTraveller.some((reason) => reason === request.reason)) return
  const { rows } = await sql`
    insert into traveller_questions (lead_id, enquiry_id)
    select p.lead_id, ${enquiry.id} from purchases p, return_policy_at(p.created_at) v
    where p.lead_id = ${leadId} and v.version is not null
    on conflict (lead_id) do nothing returning lead_id`.execute(tx)
  if (rows.length === 0) return
  const token = await addLink(tx, enquiry.id)
  const link = { reference: enquiryLabel(enquiry.number), token }
  const mail = questionMail(enquiry.email, link, publicUrl)
  await queueMail(tx, { ...mail, concernsId: enquiry.id })
}
