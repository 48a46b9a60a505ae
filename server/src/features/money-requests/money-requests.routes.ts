import { pageOf } from '@raahi/contract/fields'
import * as contract from '@raahi/contract/money-requests'
import { mayOneOf } from '@raahi/contract/staff-rights'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { decideRequest } from './decide-request.ts'
import { toMoneyRequest } from './money-request-response.ts'
import { findMoneyRequestPage } from './money-requests.queries.ts'
import type { PrepareMoney } from './public/prepare-money.ts'

export function addMoneyRequestRoutes(deps: RouteDeps & { prepareMoney: PrepareMoney }): void {
  const { addRoute, database } = deps
  addRoute(contract.listMoneyRequests, async (call) => {
    const { caller, query } = call
    const { page, limit, status } = query
    // Without the right `money` an admin sees only the own requests.
    const askedBy = mayOneOf(caller, 'money') ? undefined : caller.userId
    const { rows, total } = await readList(database, call, (from) =>
      findMoneyRequestPage(from, { status, askedBy }, { offset: (page - 1) * limit, limit }),
    )
    const docs = rows.map((row) => toMoneyRequest(row, caller))
    return { data: pageOf(docs, total, page, limit) }
  })

  addRoute(contract.decideMoneyRequest, async (call) => {
    const { action } = call.body
    const by = { caller: call.caller, actor: actorOf(call) }
    const data = await decideRequest(deps, by, call.params.id, action)
    return { data, message: action === 'approve' ? 'Request approved.' : 'Request declined.' }
  })
}
