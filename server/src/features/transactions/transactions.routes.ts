import * as receipts from '@raahi/contract/ledger-receipts'
import * as timeline from '@raahi/contract/money-timeline'
import * as transactions from '@raahi/contract/transactions'
import type { FastifyReply } from 'fastify'
import { readList } from '../../platform/database/read-list.ts'
import { sendTable } from '../../platform/export/send-table.ts'
import type { BoundedQueue } from '../../platform/http/bounded-queue.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { makeReceipt } from '../../platform/ledger/seals/make-receipt.ts'
import { findHead } from '../../platform/ledger/seals/sealed-days.queries.ts'
import { checkUserExists } from '../users/public/users.queries.ts'
import { exportStatement } from './export-statement.ts'
import { exportTransactions } from './export-transactions.ts'
import { listTransactions } from './list-transactions.ts'
import { listPlanLeads } from './plan-leads.ts'
import { listUnpaidOrders, readMoneyTimeline } from './read-money-timeline.ts'
import { summariseTransactions } from './summarise-transactions.ts'
import { userStatement, walletStatement } from './wallet-statement.ts'

export function addTransactionRoutes({
  addRoute,
  database,
  exports,
}: RouteDeps & { exports: BoundedQueue }): void {
  addRoute(transactions.myTransactions, async (call) => ({
    data: await readList(database, call, (from) =>
      walletStatement(from, call.caller.agencyId, call.query),
    ),
  }))

  addRoute(transactions.myPlanLeads, async (call) => ({
    data: await readList(database, call, (from) =>
      listPlanLeads(from, call.caller.agencyId, call.query),
    ),
  }))

  addRoute(transactions.getUserStatement, async (call) => ({
    data: await readList(database, call, (from) =>
      userStatement(from, call.params.userId, call.query),
    ),
  }))

  addRoute(transactions.exportMyTransactions, async (call) => {
    const { format, ...filters } = call.query
    const table = exportStatement(database, call, filters)
    await sendTable(call.reply, { name: 'wallet-statement', format }, table)
    return responseSent
  })

  addRoute(transactions.allTransactions, async (call) => ({
    data: await readList(database, call, (from) => listTransactions(from, call.query)),
  }))

  addRoute(transactions.getTransactionSummary, async (call) => ({
    data: await readList(database, call, (from) => summariseTransactions(from, call.query)),
  }))

  addRoute(transactions.exportTransactions, async ({ query: { format, ...filters }, reply }) => {
    await exports(() =>
      sendTable(reply, { name: 'transactions', format }, exportTransactions(database, filters)),
    )
    return responseSent
  })

  addRoute(timeline.getMoneyTimeline, async ({ params }) => ({
    data: await readMoneyTimeline(database, params.id),
  }))

  addRoute(timeline.findUnpaidOrders, async (call) => ({
    data: await readList(database, call, (from) => listUnpaidOrders(from, call.query.search)),
  }))

  addRoute(receipts.getMyReceipt, async (call) => {
    sendReceipt(
      call.reply,
      await readList(database, call, (from) => makeReceipt(from, call.caller.agencyId)),
    )
    return responseSent
  })

  addRoute(receipts.getUserReceipt, async (call) => {
    const { userId } = call.params
    await checkUserExists(database.kysely, userId)
    sendReceipt(call.reply, await readList(database, call, (from) => makeReceipt(from, userId)))
    return responseSent
  })

  addRoute(receipts.getChainHead, async () => ({
    data: { head: toWire(await findHead(database.kysely)) },
  }))
}

function sendReceipt(reply: FastifyReply, receipt: receipts.LedgerReceipt): void {
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="receipt-${receipt.head.day}.json"`)
    .header('cache-control', 'no-store')
    .send(`${JSON.stringify(receipt)}\n`)
}

function toWire(head: Awaited<ReturnType<typeof findHead>>) {
  if (!head) return null
  const { number, day, hash, sealedAt } = head
  return { number, day, hash: hash.toString('hex'), sealedAt: sealedAt.toISOString() }
}
