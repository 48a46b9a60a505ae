import { listAuditActions, listAuditLog } from '@raahi/contract/audit-log'
import { pageOf } from '@raahi/contract/fields'
import { mayOneOf } from '@raahi/contract/staff-rights'
import { readList } from '../database/read-list.ts'
import type { RouteDeps } from '../http/route.ts'
import { findActions, findAuditPage } from './list-audit-log.queries.ts'
import { commitContactViews } from './record-contact-views.ts'

export function addAuditLogRoutes({ addRoute, database }: RouteDeps): void {
  addRoute(listAuditLog, async (call) => {
    const { page, limit, ...filters } = call.query
    const offset = (page - 1) * limit
    const showsContacts = mayOneOf(call.caller, 'leads', 'support')
    const { rows, total } = await readList(database, call, (from) =>
      findAuditPage(from, filters, { offset, limit, showsContacts }),
    )
    const seen = rows.filter(({ before, after }) => hasContact(before) || hasContact(after))
    const ids = seen.flatMap(({ subjectId }) => subjectId ?? [])
    await commitContactViews(database, call.caller.userId, ids)
    return { data: pageOf(rows, total, page, limit) }
  })

  addRoute(listAuditActions, async () => ({ data: await findActions(database) }))
}

function hasContact(values: Record<string, unknown> | null): boolean {
  return Boolean(values?.phone || values?.email)
}
