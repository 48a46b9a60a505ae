import * as callReports from '@raahi/contract/call-reports'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/connect.ts'
import { addRoute, type RouteDeps } from '../../platform/http/route.ts'
import { answerCallReport } from './answer-call-report.ts'

export function addCallReportRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  addRoute(app, deps, callReports.answerCallReport, async ({ caller, params, body }) => ({
    data: await answerCallReport(deps.database, {
      userId: caller.userId,
      purchaseId: params.id,
      answer: body.answer,
    }),
  }))
}
