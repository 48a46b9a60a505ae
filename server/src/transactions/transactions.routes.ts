import * as transactions from '@raahi/contract/transactions'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connect.ts'
import { readList } from '../database/read-list.ts'
import { createBoundedQueue } from '../http/bounded-queue.ts'
import { sendCsv } from '../http/csv.ts'
import { addRoute, answered, type RouteDeps } from '../http/route.ts'
import { exportStatement } from './export-statement.ts'
import { exportTransactions } from './export-transactions.ts'
import { listTransactions } from './list-transactions.ts'
import { summariseTransactions } from './summarise-transactions.ts'
import { walletStatement } from './wallet-statement.ts'

export function addTransactionRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  const { database } = deps
  // Each holds a connection for as long as its client takes: most of them stay for everybody else.
  const exports = createBoundedQueue({ atOnce: 2, mostWaiting: 8 })

  addRoute(app, deps, transactions.myTransactions, async ({ caller, query }) => ({
    data: await walletStatement(database, caller.userId, query),
  }))

  addRoute(app, deps, transactions.exportMyTransactions, async ({ caller, query, reply }) => {
    const lines = exportStatement(database, { userId: caller.userId, method: query.method })
    await sendCsv(reply, 'wallet-statement', lines)
    return answered
  })

  addRoute(app, deps, transactions.allTransactions, async ({ caller, query }) => ({
    data: await readList(database, caller, (from) => listTransactions(from, query)),
  }))

  addRoute(app, deps, transactions.getTransactionSummary, async ({ caller, query }) => ({
    data: await readList(database, caller, (from) => summariseTransactions(from, query)),
  }))

  addRoute(app, deps, transactions.exportTransactions, async ({ query, reply }) => {
    await exports(() => sendCsv(reply, 'transactions', exportTransactions(database, query)))
    return answered
  })
}
