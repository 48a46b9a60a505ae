import { rupeesFromPaise } from '@raahi/contract/money'
import { readPurchaseFeed } from '@raahi/contract/purchase-feed'
import * as purchases from '@raahi/contract/purchases'
import { readList } from '../../platform/database/read-list.ts'
import { sendTable } from '../../platform/export/send-table.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { toSubscription } from '../plans/public/subscriptions.queries.ts'
import { exportPurchases } from './export-purchases.ts'
import { listAllPurchases, listPurchases, readPurchaseFigures } from './list-purchases.ts'
import { buyLead, type QueuePurchaseMails } from './public/buy-lead.ts'
import type { BoughtLead } from './purchases.queries.ts'
import { readFeed } from './read-feed.ts'

type Deps = RouteDeps & { queuePurchaseMails: QueuePurchaseMails }

export function addPurchaseRoutes(deps: Deps): void {
  const { addRoute, database } = deps

  addRoute(purchases.buyLead, async ({ caller, body, request, idempotency }) => {
    const bought = await buyLead(deps, {
      userId: caller.agencyId,
      memberId: caller.userId,
      leadId: body.leadId,
      expectedCostPaise: body.expectedCost,
      payWith: body.payWith,
      idempotency,
      requestId: request.id,
      ip: request.ip,
    })
    return { replayed: bought.replayed, data: toBoughtLead(bought, body.leadId) }
  })

  addRoute(purchases.getUserLead, async (call) => ({
    data: await readList(database, call, (from) =>
      listAllPurchases(from, call.caller, call.params.userId),
    ),
  }))

  addRoute(purchases.listPurchases, async (call) => ({
    data: await readList(database, call, (from) => listPurchases(from, call.caller, call.query)),
  }))

  addRoute(purchases.getPurchaseFigures, async (call) => ({
    data: await readList(database, call, (from) => readPurchaseFigures(from, call.caller.agencyId)),
  }))

  addRoute(readPurchaseFeed, async ({ key, query }) => {
    if (!key.userId) throw new Error('a key that reads purchases has no agent')
    return { data: await readFeed(database, key.userId, query) }
  })

  addRoute(purchases.exportPurchases, async (call) => {
    const { format, ...filters } = call.query
    const table = exportPurchases(database, call, filters)
    await sendTable(call.reply, { name: 'purchased-leads', format }, table)
    return responseSent
  })
}

function toBoughtLead(bought: BoughtLead, leadId: string) {
  return {
    purchaseId: bought.purchase_id,
    leadId,
    cost: rupeesFromPaise(bought.cost_paise),
    paidWith: bought.paid_with,
    wallet: rupeesFromPaise(bought.wallet_paise),
    subscription: bought.subscription && toSubscription(bought.subscription),
    phone: bought.phone,
    email: bought.email,
  }
}
