import { answerOwnQuestion } from '@raahi/contract/own-enquiry'
import {
  addRequestPicture,
  getRequestPicture,
  removeRequestPicture,
} from '@raahi/contract/replacement-pictures'
import * as replacements from '@raahi/contract/replacements'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, limitByAddress } from '../../platform/http/rate-limit.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { addPicture } from './add-picture.ts'
import { answerQuestion } from './answer-question.ts'
import { decideReplacement } from './decide-replacement.ts'
import { listReplacements, listReplacementsOfUser } from './list-replacements.ts'
import { findReturnRate } from './public/return-checks.queries.ts'
import { readPicture } from './read-picture.ts'
import { removePicture } from './remove-picture.ts'
import { requestReplacement } from './request-replacement.ts'

/** A secret of 256 bits cannot be guessed; this limits the load. */
const answersPerAddress = { max: 120, windowSeconds: 600 }
/** A picture has up to 5 MB and takes up to 2 s of one core. */
const picturesPerAgent = { max: 30, windowSeconds: 3600 }

export function addReplacementRoutes(
  deps: RouteDeps & { config: Config; files: FileStore; pictures: Pictures; queueMail: QueueMail },
): void {
  const { addRoute, database, queueMail, config } = deps
  const useCase = { database, queueMail, publicUrl: config.publicUrl }

  addRoute(replacements.requestLeadReplacement, async (call) => {
    const { answer, replayed } = await requestReplacement(useCase, actorOf(call), {
      userId: call.caller.agencyId,
      leadId: call.body.leadId,
      reason: call.body.reason,
      idempotency: call.idempotency,
    })
    return { data: answer, replayed }
  })

  addRoute(replacements.getReturnRate, async ({ caller, params }) => {
    const rate = await findReturnRate(database.kysely, caller.agencyId, params.leadId)
    if (rate === undefined) throw new ApiFailure('LEAD_NOT_FOUND')
    return { data: { rate } }
  })

  addRoute(
    answerOwnQuestion,
    { beforeBody: limitByAddress(deps, 'answerOwnQuestion', answersPerAddress) },
    async ({ params, body }) => ({ data: await answerQuestion(useCase, params.token, body) }),
  )

  addRoute(replacements.approveLeadReplacement, async (call) => {
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
    addRequestPicture,
    {
      beforeBody: (_, { userId }) =>
        hitRateLimit(database, { key: `request pictures of ${userId}`, ...picturesPerAgent }),
    },
    async (call) => {
      if (!call.file) throw new Error('the required file is missing')
      const of = { userId: call.caller.agencyId, requestId: call.params.requestId }
      const pictures = await addPicture(deps, actorOf(call), { ...of, file: call.file })
      return { data: { pictures } }
    },
  )

  addRoute(removeRequestPicture, async (call) => {
    const of = { userId: call.caller.agencyId, pictureId: call.params.pictureId }
    await removePicture(deps, actorOf(call), of)
    return {}
  })

  addRoute(getRequestPicture, async ({ caller, params, reply }) => {
    const bytes = await readPicture(deps, caller, params.pictureId)
    sendFile(reply, { bytes, name: 'picture.webp', type: 'image/webp' })
    return responseSent
  })

  addRoute(replacements.getReplacementRequestOfUserById, async (call) => {
    const filter = { ...call.query, userId: call.params.userId }
    return {
      data: await readList(database, call, (from) =>
        listReplacementsOfUser(from, call.caller, filter),
      ),
    }
  })

  addRoute(replacements.getAllLeadReplacementRequests, async (call) => {
    const { decidable, ...query } = call.query
    const filter = { ...query, decidableBy: decidable ? call.caller.userId : undefined }
    return { data: await readList(database, call, (from) => listReplacements(from, filter)) }
  })
}
