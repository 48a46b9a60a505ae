import { myTransactions } from '@raahi/contract/transactions'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connect.ts'
import { addRoute, type RouteDeps } from '../http/route.ts'
import { walletStatement } from './wallet-statement.ts'

export function addTransactionRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  addRoute(app, deps, myTransactions, async ({ caller, query }) => ({
    data: await walletStatement(deps.database, caller.userId, query),
  }))
}
