import { askedText } from '@raahi/contract/money-requests'
import * as wallets from '@raahi/contract/wallets'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { correctRecharge, getRecharge } from './correct-recharge.ts'
import { rechargeWallet } from './recharge-wallet.ts'

export function addWalletRoutes({
  addRoute,
  database,
  queueMail,
  config,
}: RouteDeps & { config: Config; queueMail: QueueMail }): void {
  const useCase = { database, queueMail, publicUrl: config.publicUrl }
  addRoute(wallets.rechargeWallet, async (call) => {
    const by = { caller: call.caller, actor: actorOf(call) }
    const { answer, replayed } = await rechargeWallet(useCase, by, {
      userId: call.body.userId,
      amountPaise: call.body.amount,
      reference: call.body.reference,
      note: call.body.note,
      idempotency: call.idempotency,
    })
    const accepted = answer.requestId !== null
    return { data: answer, replayed, accepted, ...(accepted && { message: askedText }) }
  })

  addRoute(wallets.getRecharge, async ({ params }) => ({
    data: await getRecharge(database, params.id),
  }))

  addRoute(wallets.correctRecharge, async (call) => {
    const { answer, replayed } = await correctRecharge(useCase, actorOf(call), {
      rechargeId: call.body.transactionId,
      amountPaise: call.body.amount,
      reason: call.body.reason,
      idempotency: call.idempotency,
    })
    return { data: answer, replayed }
  })
}
