import type { PersonalRecord, TravellerContact } from '@raahi/contract/personal-data'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import { recordContactViews } from '../../platform/audit-log/record-contact-views.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { enquiryLabel } from '../enquiries/public/enquiry-response.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { findTravellerData, type TravellerLead } from './personal-data.queries.ts'

/** Summarises the data of a traveller. The audit log records the search without the contact. */
export async function findPersonalData(
  database: Database,
  actor: Actor,
  contact: TravellerContact,
): Promise<PersonalRecord[]> {
  return withTransaction(database, async (tx) => {
    const { enquiries, leads, messages, importRows } = await findTravellerData(tx, contact)
    await recordAction(tx, actor, {
      action: 'personal-data.find',
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
    await recordContactViews(tx, actor.userId, ids)
    return [
      ...enquiries.map(
        (row): PersonalRecord => ({
          kind: 'enquiry',
          reference: enquiryLabel(row.number),
          createdAt: row.created_at.toISOString(),
          name: row.name,
          phone: row.phone,
          email: row.email,
          status: row.status,
          boughtBy: null,
          erasable: true,
        }),
      ),
      ...leads.map(
        (row): PersonalRecord => ({
          kind: 'lead',
          reference: leadLabel(row.number),
          createdAt: row.created_at.toISOString(),
          name: row.name,
          phone: row.phone,
          email: row.email,
          status: leadStatusText(row),
          boughtBy: row.buyer_company,
          erasable: row.buyer_name === null,
        }),
      ),
      ...messages.map(
        (row): PersonalRecord => ({
          kind: 'message',
          reference: null,
          createdAt: row.created_at.toISOString(),
          name: row.name,
          phone: null,
          email: row.email,
          status: row.answered_at ? 'answered' : 'open',
          boughtBy: null,
          erasable: true,
        }),
      ),
      ...importRows.map(
        (row): PersonalRecord => ({
          kind: 'import-row',
          reference: `${row.file_name}, row ${row.row}`,
          createdAt: row.created_at.toISOString(),
          name: row.name,
          phone: null,
          email: null,
          status: 'not added',
          boughtBy: null,
          erasable: true,
        }),
      ),
    ]
  })
}

export function leadStatusText({ status, deleted_at }: TravellerLead): string {
  if (status === 'sold') return 'sold'
  return deleted_at ? 'deleted' : 'for sale'
}
