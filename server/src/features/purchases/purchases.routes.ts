import { rupeesFromPaise } from '@raahi/contract/money'
import * as purchases from '@raahi/contract/purchases'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/connect.ts'
import { readOwnList } from '../../platform/database/read-list.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { addRoute, answered, type RouteDeps } from '../../platform/http/route.ts'
import { toSubscription } from '../plans/subscriptions.queries.ts'
import { buyLead as buy } from './buy-lead.ts'
import { exportPurchases } from './export-purchases.ts'
import { listAllPurchases, listPurchases, readPurchaseFigures } from './list-purchases.ts'
import { createPurchaseQueue } from './purchase-queue.ts'

export function addPurchaseRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  const makePurchase = createPurchaseQueue(deps.database)

  addRoute(app, deps, purchases.buyLead, async ({ caller, body, idempotency, request }) => {
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

  addRoute(app, deps, purchases.getUserLead, async (call) => ({
    data: await readOwnList(deps.database, call, (from) =>
      listAllPurchases(from, call.caller, call.params.userId),
    ),
  }))

  addRoute(app, deps, purchases.listPurchases, async (call) => ({
    data: await readOwnList(deps.database, call, (from) =>
      listPurchases(from, call.caller, call.query),
    ),
  }))

  addRoute(app, deps, purchases.getPurchaseFigures, async (call) => ({
    data: await readOwnList(deps.database, call, (from) =>
      readPurchaseFigures(from, call.caller.userId),
    ),
  }))

  addRoute(app, deps, purchases.exportPurchases, async (call) => {
    const lines = exportPurchases(deps.database, call, call.query)
    await sendCsv(call.reply, 'purchased-leads', lines)
    return answered
  })
}
