import * as plans from '@raahi/contract/plans'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { assignPlan } from './assign-plan.ts'
import { createPlan } from './create-plan.ts'
import { deletePlan } from './delete-plan.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { payPlanFromWallet } from './pay-plan-from-wallet.ts'
import { findPlans, toPlan } from './public/plans.queries.ts'
import { purchasePlan } from './purchase-plan.ts'
import { updatePlan } from './update-plan.ts'

export function addPlanRoutes({
  addRoute,
  database,
  queueMail,
  config,
}: RouteDeps & { config: Config; queueMail: QueueMail }): void {
  addRoute(plans.listPlans, async () => ({
    data: (await findPlans(database.kysely)).map(toPlan),
  }))

  addRoute(plans.createPlan, async (call) => ({
    data: await createPlan(database, actorOf(call), call.body),
  }))

  addRoute(plans.updatePlan, async (call) => ({
    data: await updatePlan(database, actorOf(call), call.params.id, call.body),
  }))

  addRoute(plans.deletePlan, async (call) => {
    await deletePlan(database, actorOf(call), call.params.id)
    return {}
  })

  addRoute(plans.getAllPlansOfUser, async (call) => ({
    data: await readList(database, call, (from) =>
      listSubscriptions(from, call.caller, call.query.userId),
    ),
  }))

  const sale = { database, queueMail, publicUrl: config.publicUrl }
  addRoute(plans.addUsersPlanByAdmin, async (call) => {
    const { answer, replayed } = await assignPlan(sale, actorOf(call), {
      userId: call.body.userId,
      planId: call.body.planId,
      expectedPricePaise: call.body.expectedPrice,
      idempotency: call.idempotency,
    })
    return { data: answer, replayed }
  })

  addRoute(plans.payPlanFromWallet, async (call) => {
    const { answer, replayed } = await payPlanFromWallet(sale, actorOf(call), {
      userId: call.caller.agencyId,
      planId: call.body.planId,
      expectedPricePaise: call.body.expectedPrice,
      idempotency: call.idempotency,
    })
    return { data: answer, replayed }
  })

  addRoute(plans.purchasePlan, async ({ caller, body }) => ({
    data: await purchasePlan(database, { userId: caller.agencyId, planId: body.planId }),
  }))
}
