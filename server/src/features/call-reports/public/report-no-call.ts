import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { recipientOf } from '../../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../../platform/mail/mail.ts'
import { leadLabel } from '../../leads/public/lead-response.ts'
import { callReportMail } from '../call-report-mails.ts'
import { reportableFromSql } from './call-reports.queries.ts'

/**
 * Reports that no agent has called, and mails who works the lead. The caller has locked the enquiry, so that of two concurrent
 * reports the second finds the first, and has checked that the enquiry is with an agent.
 * @throws ApiFailure CALL_NOT_DUE earlier than 24 hours after the purchase, before the day after a promised call, after an
 * approved replacement request, and without a purchase
 */
export async function reportNoCall(
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  tx: Transaction,
  enquiryId: string,
): Promise<void> {
  const { rows } = await sql<{
    lead_number: number
    name: string
    email: string
    email_confirmed_at: Date | null
  }>`
    with report as (
      insert into call_reports (purchase_id, enquiry_id)
      select p.id, o.enquiry_id from lead_origins o join purchases p on p.lead_id = o.lead_id
        left join call_reports c on c.purchase_id = p.id
      where o.enquiry_id = ${enquiryId} and p.replacement_status <> 'approved'
        and ${reportableFromSql} <= clock_timestamp()
      on conflict (purchase_id) do update set status = 'open', reported_at = excluded.reported_at,
        answer = null, answered_at = null, times = call_reports.times + 1
      returning purchase_id
    )
    select l.number as lead_number, w.name, w.email, w.email_confirmed_at
    from report r join lead_workers w on w.purchase_id = r.purchase_id join leads l on l.id = w.lead_id`.execute(
    tx,
  )
  const [worker] = rows
  if (!worker) throw new ApiFailure('CALL_NOT_DUE')
  const lead = { lead: leadLabel(worker.lead_number) }
  await queueMail(tx, callReportMail(recipientOf(worker), lead, publicUrl))
}
