import * as callReports from '@raahi/contract/call-reports'
import type { RouteDeps } from '../../platform/http/route.ts'
import { leadScopeOf } from '../leads/public/lead-scope.ts'
import { answerCallReport } from './answer-call-report.ts'

export function addCallReportRoutes({ addRoute, database }: RouteDeps): void {
  addRoute(callReports.answerCallReport, async ({ caller, params, body }) => ({
    data: await answerCallReport(database, {
      ...leadScopeOf(caller),
      purchaseId: params.id,
      answer: body.answer,
    }),
  }))
}
