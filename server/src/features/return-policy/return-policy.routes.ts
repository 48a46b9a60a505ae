import { rupeesFromPaise } from '@raahi/contract/money'
import * as policy from '@raahi/contract/return-policy'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { changeReturnPolicy } from './change-return-policy.ts'
import { previewPolicy } from './preview-policy.queries.ts'
import { findPolicies } from './public/return-policy.queries.ts'

export function addReturnPolicyRoutes({ addRoute, database }: RouteDeps): void {
  addRoute(policy.listReturnPolicies, async () => ({
    data: await findPolicies(database.kysely, policy.maxPolicyVersions),
  }))

  addRoute(policy.previewReturnPolicy, async (call) => {
    const counts = await previewPolicy(database.kysely, call.query)
    return {
      data: {
        firstRequests: counts.first_requests,
        tooLate: counts.too_late,
        appeals: counts.appeals,
        appealsTooLate: counts.appeals_too_late,
        requests: counts.requests,
        late: counts.late,
        lateRejected: counts.late_rejected,
        lateRejectedAmount: rupeesFromPaise(counts.late_rejected_paise),
        proved: counts.proved,
        provedRejected: counts.proved_rejected,
        provedRejectedAmount: rupeesFromPaise(counts.proved_rejected_paise),
        answered: counts.answered,
        answeredRejected: counts.answered_rejected,
        answeredRejectedAmount: rupeesFromPaise(counts.answered_rejected_paise),
        aboveRate: counts.above_rate,
        aboveCap: counts.above_cap,
      },
    }
  })

  addRoute(policy.changeReturnPolicy, async (call) => ({
    data: await changeReturnPolicy(database, actorOf(call), call.body),
  }))
}
