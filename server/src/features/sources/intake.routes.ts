import { errorCodes } from '@raahi/contract/errors'
import { receiveGoogleLead as receiveGoogleLeadCall } from '@raahi/contract/google-ads'
import * as intake from '@raahi/contract/intake'
import { batchesPerMinute } from '@raahi/contract/integration-limits'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { KeyCaller } from '../../platform/http/api-keys.ts'
import { asFailure } from '../../platform/http/error-response.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, limitByAddress } from '../../platform/http/rate-limit.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { parseParts } from '../../platform/http/validation.ts'
import { recordRefusal } from './arrivals.queries.ts'
import { receiveGoogleLead } from './receive-google-lead.ts'
import { type IntakeDeps, receiveLead } from './receive-lead.ts'

/** A batch takes connections for seconds. */
const batches = { max: batchesPerMinute, windowSeconds: 60 }
const batchAtOnce = 3
/** The provider sends from few addresses. */
const googlePerAddress = { max: 600, windowSeconds: 60 }

/** The fields of an enquiry, of which a refusal may name the wrong ones. */
const fieldNames = Object.keys(intake.intakeLead.in.shape)

export function addIntakeRoutes(deps: RouteDeps & IntakeDeps & { config: Config }): void {
  const { addRoute, database } = deps

  /** Stores an enquiry, and a refusal for the page of the source. */
  async function receive(key: KeyCaller, lead: () => intake.IntakeLead) {
    const sourceId = sourceOf(key)
    try {
      return await receiveLead(deps, { sourceId, foundBy: 'Website' }, lead())
    } catch (error) {
      if (error instanceof ApiFailure) await recordRefusal(database, sourceId, error, fieldNames)
      throw error
    }
  }

  addRoute(
    intake.receiveLead,
    { onInvalid: (refusal, key) => recordRefusal(database, sourceOf(key), refusal, fieldNames) },
    async ({ key, body }) => {
      const { answer, replayed } = await receive(key, () => body)
      return { data: answer, replayed }
    },
  )

  addRoute(intake.receiveLeads, async ({ key, body, request }) => {
    await hitRateLimit(database, { key: `batches of key ${key.keyId}`, ...batches })
    const results = await mapAtOnce(body.leads, batchAtOnce, async (sent) => {
      const { externalId } = sent
      const isShown =
        typeof externalId === 'string' && externalId.length <= intake.intakeLimits.externalId
      const parse = () => {
        const [lead] = parseParts([{ schema: intake.intakeLead, value: sent }])
        return lead as intake.IntakeLead
      }
      const outcome = await receive(key, parse).then(
        ({ answer }) => answer,
        (error: unknown) => refusalOf(error, request),
      )
      return { externalId: isShown ? externalId : null, ...outcome }
    })
    return { data: { results } }
  })

  const limitGoogle = limitByAddress(deps, 'receiveGoogleLead', googlePerAddress)
  addRoute(
    receiveGoogleLeadCall,
    { beforeBody: (request) => limitGoogle(request).catch(throwRepeatable) },
    async ({ params, body, reply }) => {
      await receiveGoogleLead(deps, params.sourceId, body).catch(throwRepeatable)
      // The provider expects an empty object instead of the standard form.
      await reply.header('cache-control', 'no-store').send({})
      return responseSent
    },
  )
}

/** Google repeats a delivery after 5xx, but not after 4xx: a limit, which passes, is answered with 503. */
function throwRepeatable(error: unknown): never {
  if (error instanceof ApiFailure && errorCodes[error.code].status === 429) {
    const { message, retryAfterSeconds = 60 } = error
    throw new ApiFailure('TOO_BUSY_RETRY', { message, retryAfterSeconds })
  }
  throw error
}

function sourceOf({ sourceId }: KeyCaller): string {
  if (!sourceId) throw new Error('a key that sends enquiries has no source')
  return sourceId
}

/** One enquiry that fails does not end the batch. */
function refusalOf(error: unknown, request: FastifyRequest) {
  const failure = asFailure(error)
  if (failure !== error) request.log.error({ err: error }, 'an enquiry of a batch failed')
  const { code, fieldErrors } = failure
  return { code, ...(fieldErrors && { fieldErrors }) }
}

/** Maps items in parallel, some at once. @returns the results in the order of the items */
async function mapAtOnce<T, R>(
  items: readonly T[],
  atOnce: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const rest = items.entries()
  const work = async () => {
    for (const [at, item] of rest) results[at] = await map(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}
