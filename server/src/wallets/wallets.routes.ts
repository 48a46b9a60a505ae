import * as wallets from '@raahi/contract/wallets'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit-log/record-action.ts'
import type { Database } from '../database/connect.ts'
import { addRoute, type RouteDeps } from '../http/route.ts'
import { rechargeWallet } from './recharge-wallet.ts'

export function addWalletRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  addRoute(app, deps, wallets.rechargeWallet, async (call) => {
    const { answer, replayed } = await rechargeWallet(deps.database, actorOf(call), {
      userId: call.body.userId,
      amountPaise: call.body.amount,
      idempotency: call.idempotency,
    })
    return { data: answer, replayed }
  })
}
