import { rupeesFromPaise } from '@raahi/contract/money'
import { buyLead, getUserLead } from '@raahi/contract/purchases'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/connect.ts'
import { readOwnList } from '../../platform/database/read-list.ts'
import { addRoute, type RouteDeps } from '../../platform/http/route.ts'
import { toSubscription } from '../plans/subscriptions.queries.ts'
import { buyLead as buy } from './buy-lead.ts'
import { listPurchases } from './list-purchases.ts'
import { createPurchaseQueue } from './purchase-queue.ts'

export function addPurchaseRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  const makePurchase = createPurchaseQueue(deps.database)

  addRoute(app, deps, buyLead, async ({ caller, body, idempotency, request }) => {
    const bought = await buy(makePurchase, {
      userId: caller.userId,
      leadId: body.leadId,
      expectedCostPaise: body.expectedCost,
      payWith: body.payWith,
      idempotency,
      requestId: request.id,
      ip: request.ip,
    })
    return {
      replayed: bought.replayed,
      data: {
        purchaseId: bought.purchase_id,
        leadId: body.leadId,
        cost: rupeesFromPaise(bought.cost_paise),
        paidWith: bought.paid_with,
        wallet: rupeesFromPaise(bought.wallet_paise),
        subscription: bought.subscription && toSubscription(bought.subscription),
        phone: bought.phone,
        email: bought.email,
      },
    }
  })

  addRoute(app, deps, getUserLead, async (call) => ({
    data: await readOwnList(deps.database, call, (from) =>
      listPurchases(from, call.caller, call.params.userId),
    ),
  }))
}
