import type { ContactMessage } from '@raahi/contract/contact'
import { pageOf } from '@raahi/contract/fields'
import type { Database } from '../../platform/database/connect.ts'
import { findMessagePage, type MessageFilter, type MessageRow } from './public/contact.queries.ts'

/** Lists messages for admins. */
export async function listContactMessages(
  database: Database,
  { page, limit, ...filter }: Omit<MessageFilter, 'offset'> & { page: number },
): Promise<ReturnType<typeof pageOf<ContactMessage>>> {
  const offset = (page - 1) * limit
  const { rows, total } = await findMessagePage(database.kysely, { ...filter, limit, offset })
  return pageOf(rows.map(toContactMessage), total, page, limit)
}

export function toContactMessage(row: MessageRow): ContactMessage {
  return {
    _id: row.id,
    createdAt: row.created_at.toISOString(),
    name: row.name,
    email: row.email,
    message: row.message,
    suspected: row.suspected,
    answer: row.answer,
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy:
      row.answerer_id && row.answerer_name !== null
        ? { _id: row.answerer_id, name: row.answerer_name }
        : null,
  }
}
