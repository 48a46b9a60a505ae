import * as statements from '@raahi/contract/statements'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { sendTable, setFileHeaders } from '../../platform/export/send-table.ts'
import type { BoundedQueue } from '../../platform/http/bounded-queue.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { readStatement, statementTable, statementWorkbook } from './export-statement.ts'
import { handleStatementMails, sendStatement } from './send-statement.ts'
import { findStatementMail } from './statement-mails.queries.ts'

export function addStatementRoutes({
  addRoute,
  exports,
  ...deps
}: RouteDeps & { exports: BoundedQueue } & Parameters<typeof handleStatementMails>[0]): void {
  const { database } = deps
  handleStatementMails(deps)

  addRoute(statements.exportStatement, async ({ query, reply }) => {
    const { format = 'csv', table = 'summary', ...days } = query
    const name = `gst-statement-${days.startDate}-to-${days.endDate}`
    await exports(async () => {
      if (format === 'csv') {
        const rows = await statementTable(database, days, table)
        return sendTable(reply, { name: `${name}-${table}`, format }, rows)
      }
      const statement = await readStatement(database, days)
      if (!statement.documents) throw new ApiFailure('STATEMENT_TOO_LARGE')
      const workbook = await statementWorkbook(statement)
      setFileHeaders(reply, name, format)
      reply.send(Buffer.from(workbook))
    })
    return responseSent
  })

  addRoute(statements.getStatementMail, async () => ({
    data: await findStatementMail(database.kysely),
  }))

  addRoute(statements.sendStatement, async (call) => ({
    data: await sendStatement(deps, actorOf(call), call.body),
  }))
}
