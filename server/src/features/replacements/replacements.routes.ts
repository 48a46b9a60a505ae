import { answerOwnQuestion } from '@raahi/contract/own-enquiry'
import {
  addRequestPicture,
  getRequestPicture,
  removeRequestPicture,
} from '@raahi/contract/replacement-pictures'
import * as replacements from '@raahi/contract/replacements'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { readOwnList } from '../../platform/database/read-list.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, limitByAddress } from '../../platform/http/rate-limit.ts'
import { addRoute, answered, type RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { addPicture } from './add-picture.ts'
import { answerQuestion } from './answer-question.ts'
import { decideReplacement } from './decide-replacement.ts'
import { listReplacements, listReplacementsOfUser } from './list-replacements.ts'
import { readPicture } from './read-picture.ts'
import { removePicture } from './remove-picture.ts'
import { requestReplacement } from './request-replacement.ts'
import { findReturnRate } from './return-checks.queries.ts'

/** A secret of 256 bits cannot be guessed; this limits the load. */
const answersPerAddress = { max: 120, windowSeconds: 600 }
/** A picture has up to 5 MB and takes up to 2 s of one core. */
const picturesPerAgent = { max: 30, windowSeconds: 3600 }

export function addReplacementRoutes(
  app: FastifyInstance,
  deps: RouteDeps & {
    database: Database
    config: Config
    files: FileStore
    pictures: Pictures
    queueMail: QueueMail
  },
): void {
  const { database, queueMail, config } = deps
  const useCase = { database, queueMail, publicUrl: config.publicUrl }

  addRoute(app, deps, replacements.requestLeadReplacement, async (call) => {
    const { answer, replayed } = await requestReplacement(useCase, actorOf(call), {
      leadId: call.body.leadId,
      reason: call.body.reason,
      idempotency: call.idempotency,
    })
    return { data: answer, replayed }
  })

  addRoute(app, deps, replacements.getReturnRate, async ({ caller, params }) => {
    const rate = await findReturnRate(database.kysely, caller.userId, params.leadId)
    if (rate === undefined) throw new ApiFailure('LEAD_NOT_FOUND')
    return { data: { rate } }
  })

  addRoute(
    app,
    deps,
    answerOwnQuestion,
    async ({ params, body }) => ({ data: await answerQuestion(useCase, params.token, body) }),
    { beforeBody: limitByAddress(deps, 'answerOwnQuestion', answersPerAddress) },
  )

  addRoute(app, deps, replacements.approveLeadReplacement, async (call) => {
    const { answer, replayed } = await decideReplacement(useCase, actorOf(call), {
      requestId: call.body.requestId,
      action: call.body.action,
      reasonCode: call.body.reasonCode,
      reason: call.body.reason,
      idempotency: call.idempotency,
    })
    return { data: answer, replayed, message: `Replacement request ${call.body.action}` }
  })

  addRoute(
    app,
    deps,
    addRequestPicture,
    async (call) => {
      if (!call.file) throw new Error('the required file is missing')
      const { requestId } = call.params
      const pictures = await addPicture(deps, actorOf(call), { requestId, file: call.file })
      return { data: { pictures } }
    },
    {
      beforeBody: (_, { userId }) =>
        hitRateLimit(database, { key: `request pictures of ${userId}`, ...picturesPerAgent }),
    },
  )

  addRoute(app, deps, removeRequestPicture, async (call) => {
    await removePicture(deps, actorOf(call), call.params.pictureId)
    return {}
  })

  addRoute(app, deps, getRequestPicture, async ({ caller, params, reply }) => {
    const bytes = await readPicture(deps, caller, params.pictureId)
    sendFile(reply, { bytes, name: 'picture.webp', type: 'image/webp' })
    return answered
  })

  addRoute(app, deps, replacements.getReplacementRequestOfUserById, async (call) => {
    const filter = { ...call.query, userId: call.params.userId }
    return {
      data: await readOwnList(database, call, (from) =>
        listReplacementsOfUser(from, call.caller, filter),
      ),
    }
  })

  addRoute(app, deps, replacements.getAllLeadReplacementRequests, async (call) => {
    return {
      data: await readOwnList(database, call, (from) => listReplacements(from, call.query)),
    }
  })
}
