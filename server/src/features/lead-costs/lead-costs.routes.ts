import * as leadCosts from '@raahi/contract/lead-costs'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { deleteLeadCost } from './delete-lead-cost.ts'
import { findLeadCosts, toLeadCost } from './lead-costs.queries.ts'
import { previewLeadCost } from './preview-lead-cost.ts'
import { setLeadCost } from './set-lead-cost.ts'
import { updateLeadCost } from './update-lead-cost.ts'

export function addLeadCostRoutes({ addRoute, database }: RouteDeps): void {
  addRoute(leadCosts.listLeadCosts, async () => ({
    data: (await findLeadCosts(database.kysely)).map(toLeadCost),
  }))

  addRoute(leadCosts.setLeadCost, async (call) => {
    const { cost, isNew } = await setLeadCost(database, actorOf(call), {
      type: call.body.type,
      pricePaise: call.body.price,
    })
    const { message } = isNew ? leadCosts.setLeadCost : leadCosts.updateLeadCost
    return { data: cost, message }
  })

  addRoute(leadCosts.updateLeadCost, async (call) => ({
    data: await updateLeadCost(database, actorOf(call), call.params.id, call.body.price),
  }))

  addRoute(leadCosts.previewLeadCost, async (call) => ({
    data: await readList(database, call, (from) => previewLeadCost(from, call.query)),
  }))

  addRoute(leadCosts.deleteLeadCost, async (call) => {
    await deleteLeadCost(database, actorOf(call), call.params.id)
    return {}
  })
}
