import type { TravellerContact } from '@raahi/contract/personal-data'
import { formatRejection } from '@raahi/contract/replacement-reasons'
import { formatReplacementReason } from '@raahi/contract/replacements'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import { recordContactViews } from '../../platform/audit-log/record-contact-views.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { toCallReport } from '../call-reports/public/call-reports.queries.ts'
import { findDisclosures } from '../enquiries/public/contact-disclosures.ts'
import { enquiryLabel } from '../enquiries/public/enquiry-response.ts'
import { leadLabel, toTrip } from '../leads/public/lead-response.ts'
import { leadStatusText } from './find-personal-data.ts'
import {
  findTravellerData,
  type TravellerEnquiry,
  type TravellerLead,
} from './personal-data.queries.ts'

/**
 * Exports all data of a traveller and who received it, for the traveller. The audit log records the export without the
 * contact.
 * @returns the content of the file
 */
export async function exportPersonalData(
  database: Database,
  actor: Actor,
  contact: TravellerContact,
): Promise<object> {
  return withTransaction(database, async (tx) => {
    const { enquiries, leads, messages, importRows } = await findTravellerData(tx, contact)
    await recordAction(tx, actor, {
      action: 'personal-data.export',
      subjectType: 'personal-data',
      subjectId: uuidv7(),
      after: {
        enquiries: enquiries.length,
        leads: leads.length,
        messages: messages.length,
        importRows: importRows.length,
      },
    })
    const ids = [...enquiries, ...leads].map(({ id }) => id)
    await recordContactViews(tx, actor.userId, ids, 'exported')
    const views = new Map<string, object[]>()
    for (const { id } of enquiries) views.set(id, await findDisclosures(tx, id))
    return {
      exportedAt: new Date().toISOString(),
      askedFor: contact,
      enquiries: enquiries.map((row) => ({
        reference: enquiryLabel(row.number),
        ...tripOf(row),
        status: row.status,
        source: row.source,
        arrivedBy: row.arrived_by,
        message: row.message,
        answers: row.extra,
        consent: {
          text: row.consent_text,
          version: row.consent_version,
          at: row.consent_at,
          fromAddress: row.consent_ip,
        },
        correctedAt: row.corrected_at,
        withdrawnAt: row.withdrawn_at,
        reportedNoCall: toCallReport(row),
        contactSeenBy: views.get(row.id),
        question: row.question,
      })),
      leads: leads.map((row) => ({
        reference: leadLabel(row.number),
        ...tripOf(row),
        status: leadStatusText(row),
        consent: row.consent_at && { text: row.consent_text, at: row.consent_at },
        receivedBy: row.buyer_name && {
          agent: row.buyer_name,
          company: row.buyer_company,
          at: row.sold_at,
        },
        writtenByAgent: row.buyer_records,
        replacementRequests: row.replacement_requests.map(
          ({ reasonCode: code, reasonText: text, rejectionCode, ...request }) => ({
            ...request,
            rejectionReason: formatRejection(rejectionCode, request.rejectionReason),
            reason: formatReplacementReason({ code, text }),
          }),
        ),
        quotes: row.quotes,
      })),
      messages: messages.map(({ id: _, answered_at, created_at, ...message }) => ({
        ...message,
        createdAt: created_at,
        answeredAt: answered_at,
      })),
      importedRows: importRows.map((row) => ({
        createdAt: row.created_at,
        consent: row.consent_text,
        cells: row.cells,
      })),
    }
  })
}

function tripOf(row: TravellerEnquiry | TravellerLead) {
  return { createdAt: row.created_at, phone: row.phone, email: row.email, ...toTrip(row) }
}
