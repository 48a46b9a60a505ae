import type { Lead } from '@raahi/contract/leads'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { findListedLead, findOwnContacts } from './list-leads.queries.ts'
import { toLead } from './public/lead-response.ts'

/**
 * Reads one lead as an agent's list shows it, with the contact only if the agent has bought it.
 * @throws ApiFailure LEAD_NOT_FOUND
 */
export async function readLead(
  database: Database,
  { agencyId, today }: Pick<Caller, 'agencyId' | 'today'>,
  id: string,
): Promise<Lead> {
  const row = await findListedLead(database, id, today)
  if (!row) throw new ApiFailure('LEAD_NOT_FOUND')
  if (row.buyer_id !== agencyId) return toLead({ ...row, replacement_status: null })
  const contacts = await findOwnContacts(database, agencyId, [id])
  return toLead({ ...row, ...contacts.get(id) })
}
