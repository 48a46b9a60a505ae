import * as transactions from '@raahi/contract/transactions'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/connect.ts'
import { readList, readOwnList } from '../../platform/database/read-list.ts'
import type { BoundedQueue } from '../../platform/http/bounded-queue.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { addRoute, answered, type RouteDeps } from '../../platform/http/route.ts'
import { exportStatement } from './export-statement.ts'
import { exportTransactions } from './export-transactions.ts'
import { listTransactions } from './list-transactions.ts'
import { summariseTransactions } from './summarise-transactions.ts'
import { userStatement, walletStatement } from './wallet-statement.ts'

export function addTransactionRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database; exports: BoundedQueue },
): void {
  const { database, exports } = deps

  addRoute(app, deps, transactions.myTransactions, async (call) => ({
    data: await readOwnList(database, call, (from) =>
      walletStatement(from, call.caller.userId, call.query),
    ),
  }))

  addRoute(app, deps, transactions.getUserStatement, async (call) => ({
    data: await readList(database, call, (from) =>
      userStatement(from, call.params.userId, call.query),
    ),
  }))

  addRoute(app, deps, transactions.exportMyTransactions, async (call) => {
    const lines = exportStatement(database, call, call.query.method)
    await sendCsv(call.reply, 'wallet-statement', lines)
    return answered
  })

  addRoute(app, deps, transactions.allTransactions, async (call) => ({
    data: await readList(database, call, (from) => listTransactions(from, call.query)),
  }))

  addRoute(app, deps, transactions.getTransactionSummary, async (call) => ({
    data: await readList(database, call, (from) => summariseTransactions(from, call.query)),
  }))

  addRoute(app, deps, transactions.exportTransactions, async ({ query, reply }) => {
    await exports(() => sendCsv(reply, 'transactions', exportTransactions(database, query)))
    return answered
  })
}
