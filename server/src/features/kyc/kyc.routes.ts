import { pageOf } from '@raahi/contract/fields'
import * as kyc from '@raahi/contract/kyc'
import { kycDecisionDone } from '@raahi/contract/kyc-states'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { decideKyc } from './decide-kyc.ts'
import { findKycPage } from './kyc.queries.ts'
import { toKycCheck } from './kyc-response.ts'
import { readOwnKyc } from './read-own-kyc.ts'
import { submitKyc } from './submit-kyc.ts'

/** Processing a picture takes up to 2 s of one core. */
const documentsPerAgent: RateLimit = { max: 20, windowSeconds: 60 * 60 }

export function addKycRoutes(
  deps: RouteDeps & { config: Config; files: FileStore; pictures: Pictures; queueMail: QueueMail },
): void {
  const { addRoute, database } = deps

  addRoute(kyc.getOwnKyc, async ({ caller }) => ({
    data: await readOwnKyc(database.kysely, caller.agencyId),
  }))

  addRoute(
    kyc.submitKyc,
    {
      beforeBody: (_, { userId }) =>
        hitRateLimit(database, { key: `KYC of ${userId}`, ...documentsPerAgent }),
    },
    async (call) => {
      if (!call.file) throw new Error('the required file is missing')
      const by = { caller: call.caller, actor: actorOf(call) }
      return { data: await submitKyc(deps, by, call.file) }
    },
  )

  addRoute(kyc.listKyc, async (call) => ({
    data: await readList(database, call, async (from) => {
      const { total, rows } = await findKycPage(from, call.query)
      return pageOf(rows.map(toKycCheck), total, call.query.page, call.query.limit)
    }),
  }))

  addRoute(kyc.decideKyc, async (call) => {
    const { body, params } = call
    const { kyc: data, previous } = await decideKyc(deps, actorOf(call), params.userId, body)
    return { data, message: kycDecisionDone(previous, body.action) }
  })
}
