import { type CallAnswer, type CallReport, callReportStates } from '@raahi/contract/call-reports'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { inScopeSql, type LeadScope } from '../leads/public/lead-scope.ts'
import {
  type CallReportRow,
  callReportColumnsSql,
  isReportOpenSql,
  toCallReport,
} from './public/call-reports.queries.ts'

/**
 * Stores the buyer's answer to a report. The traveller can read the answer. Of two concurrent answers the first wins.
 * @throws ApiFailure CALL_REPORT_NOT_FOUND, also for the purchase of another agent and after a withdrawal or an
 * approved replacement request; CALL_REPORT_ANSWERED
 */
export async function answerCallReport(
  database: Database,
  { purchaseId, answer, ...scope }: LeadScope & { purchaseId: string; answer: CallAnswer },
): Promise<CallReport> {
  return withTransaction(database, async (tx) => {
    const found = await sql<{ status: CallReport['status'] }>`
      select c.status from call_reports c join purchases p on p.id = c.purchase_id
      join enquiries e on e.id = c.enquiry_id
      where c.purchase_id = ${purchaseId} and ${inScopeSql(scope)}
        and ${isReportOpenSql}
      for update of c`.execute(tx)
    const [report] = found.rows
    if (!report) throw new ApiFailure('CALL_REPORT_NOT_FOUND')
    const status = stateAfter(callReportStates, report.status, 'answer')
    if (status === null) throw new ApiFailure('CALL_REPORT_ANSWERED')
    const { rows } = await sql<CallReportRow>`
      update call_reports c set status = ${status}, answer = ${answer}, answered_at = clock_timestamp()
      where c.purchase_id = ${purchaseId} returning ${callReportColumnsSql}`.execute(tx)
    const answered = rows[0] && toCallReport(rows[0])
    if (!answered) throw new Error('the locked report was not found')
    return answered
  })
}
