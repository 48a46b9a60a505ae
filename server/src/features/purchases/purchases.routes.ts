import { rupeesFromPaise } from '@raahi/contract/money'
import * as purchases from '@raahi/contract/purchases'
import { readOwnList } from '../../platform/database/read-list.ts'
import { sendTable } from '../../platform/export/send-table.ts'
import {
  type CallByToken,
  type Reply,
  type RouteDeps,
  responseSent,
} from '../../platform/http/route.ts'
import { toSubscription } from '../plans/subscriptions.queries.ts'
import { buyLead as buy } from './buy-lead.ts'
import { exportPurchases } from './export-purchases.ts'
import { listAllPurchases, listPurchases, readPurchaseFigures } from './list-purchases.ts'
import type { Buyer } from './purchase-command.ts'
import { createPurchaseQueue } from './purchase-queue.ts'
import type { BoughtLead } from './purchases.queries.ts'

type BuyRequest = CallByToken<typeof purchases.buyLead>

export function addPurchaseRoutes({ addRoute, database }: RouteDeps): void {
  const makePurchase = createPurchaseQueue(database)

  const buyFor = async (
    buyer: Buyer,
    { body, request, idempotency }: BuyRequest,
  ): Promise<Reply<typeof purchases.buyLead> | null> => {
    const bought = await buy(makePurchase, {
      buyer,
      leadId: body.leadId,
      expectedCostPaise: body.expectedCost,
      payWith: body.payWith,
      idempotency,
      requestId: request.id,
      ip: request.ip,
    })
    return bought && { replayed: bought.replayed, data: toBoughtLead(bought, body.leadId) }
  }

  addRoute(
    purchases.buyLead,
    // Saves a round trip, because the statement of the purchase also checks the session.
    { answerByToken: (tokenHash, call) => buyFor({ tokenHash }, call) },
    async (call) => {
      const reply = await buyFor({ userId: call.caller.userId }, call)
      if (!reply) throw new Error('the purchase of an authenticated caller has no result')
      return reply
    },
  )

  addRoute(purchases.getUserLead, async (call) => ({
    data: await readOwnList(database, call, (from) =>
      listAllPurchases(from, call.caller, call.params.userId),
    ),
  }))

  addRoute(purchases.listPurchases, async (call) => ({
    data: await readOwnList(database, call, (from) => listPurchases(from, call.caller, call.query)),
  }))

  addRoute(purchases.getPurchaseFigures, async (call) => ({
    data: await readOwnList(database, call, (from) =>
      readPurchaseFigures(from, call.caller.userId),
    ),
  }))

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
