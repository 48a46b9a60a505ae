import type { Answer, EndpointSpec, ParsedInput } from '@raahi/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bearerToken, type Caller, type FindCaller, hashToken } from './caller.ts'
import { ApiFailure } from './failure.ts'
import { type IdempotentRequest, idempotentRequest } from './idempotency.ts'
import { readForm, type UploadedFile } from './multipart.ts'
import { routeSchema } from './route-schema.ts'
import { nameCaller } from './security-events.ts'
import { invalid, parseParts } from './validation.ts'

/** The caller is there exactly where the endpoint's access asks for one. */
type CallerOf<E extends EndpointSpec> = E['access'] extends 'public' | 'cookie' ? null : Caller

export interface Call<E extends EndpointSpec> extends ParsedInput<E> {
  caller: CallerOf<E>
  /** The intent named by Idempotency-Key; null where there is none or the call has no use for it. */
  idempotency: IdempotentRequest | null
  /** The file of a multipart call; null where none was sent. */
  file: UploadedFile | null
  request: FastifyRequest
  reply: FastifyReply
}

export type Reply<E extends EndpointSpec> = {
  /** Instead of the endpoint's own text. */
  message?: string
  /** The answer was kept from an earlier request with the same key. */
  replayed?: boolean
} & (E['answer'] extends z.ZodType ? { data: Answer<E> } : { data?: undefined })

/** A handler that has answered by itself (a file, prepared bytes) says so. */
export const answered = Symbol('answered')

export type Handler<E extends EndpointSpec> = (call: Call<E>) => Promise<Reply<E> | typeof answered>

export interface RouteOptions {
  /** Runs before the body is read, such as a rate limit; throws to refuse. */
  beforeBody?: (request: FastifyRequest) => Promise<void>
}

export interface RouteDeps {
  findCaller: FindCaller
  ownOrigins: ReadonlySet<string>
}

interface Admission {
  caller: Caller
  /**
   * The rest of the request may be minutes away: whoever sends it may be suspended or signed out meanwhile,
   * or hold it back for that, and is looked up again once it has arrived. Most requests arrive whole.
   */
  bodyIsToCome: boolean
}

const emptyBody = z.strictObject({}).nullish()
const emptyQuery = z.strictObject({})

/**
 * Fails the start where a call of the contract has no route.
 * @throws Error naming the calls
 */
export function requireAllRoutes(app: FastifyInstance, endpoints: readonly EndpointSpec[]): void {
  const missing = endpoints.filter(
    (spec) => !app.hasRoute({ method: spec.method, url: routeUrl(spec) }),
  )
  if (missing.length > 0) {
    throw new Error(`no route for: ${missing.map((spec) => spec.name).join(', ')}`)
  }
}

function routeUrl(spec: EndpointSpec): string {
  return spec.path.replace(/\{(\w+)\}/g, ':$1')
}

/**
 * Makes a route of an endpoint. Who may call it is decided before the body is read, and again where that
 * came late; params, query and body are parsed by the contract; the answer is written by its schema, so
 * that a field which is not declared never leaves.
 */
export function addRoute<E extends EndpointSpec>(
  app: FastifyInstance,
  deps: RouteDeps,
  spec: E,
  handler: Handler<E>,
  options: RouteOptions = {},
): void {
  const admitted = new WeakMap<FastifyRequest, Admission>()
  app.route({
    method: spec.method,
    url: routeUrl(spec),
    schema: routeSchema(spec),
    // A HEAD makes the whole answer and throws it away, which for a file is minutes of work.
    exposeHeadRoute: spec.answerType === undefined,
    config: { endpoint: spec.name },
    // The contract's own schemas validate; those above describe and serialise.
    validatorCompiler: () => () => true,
    onRequest: async (request) => {
      if (spec.access === 'cookie') refuseForeignOrigin(request, deps.ownOrigins)
      else if (spec.access !== 'public') {
        const caller = await admit(request, spec, deps.findCaller)
        admitted.set(request, { caller, bodyIsToCome: !request.raw.complete })
      }
      await options.beforeBody?.(request)
    },
    handler: async (request, reply) => {
      const { fields, file } = await readBody(spec, request)
      const input = parseInput(spec, request, fields)
      let { caller = null, bodyIsToCome } = admitted.get(request) ?? {}
      if (bodyIsToCome) caller = await admit(request, spec, deps.findCaller)
      const idempotency =
        spec.idempotent && caller
          ? idempotentRequest(request, {
              callerId: caller.userId,
              call: spec.name,
              body: input.body,
            })
          : null
      const result = await handler({
        ...input,
        caller,
        idempotency,
        file,
        request,
        reply,
      } as Call<E>)
      if (result === answered) return reply
      if (result.replayed) reply.header('idempotency-replayed', 'true')
      const message = result.message ?? spec.message
      return reply
        .status(spec.status ?? 200)
        .header('cache-control', 'no-store')
        .send({ success: true, ...(message && { message }), data: result.data })
    },
  })
}

/**
 * @throws ApiFailure UNAUTHENTICATED without a live session; TWO_FACTOR_REQUIRED where an admin has to set that up first;
 *   FORBIDDEN with the wrong role
 */
async function admit(
  request: FastifyRequest,
  spec: EndpointSpec,
  findCaller: FindCaller,
): Promise<Caller> {
  const token = bearerToken(request)
  const caller = token ? await findCaller(hashToken(token)) : null
  if (!caller) throw new ApiFailure('UNAUTHENTICATED')
  nameCaller(request, caller.userId)
  if (caller.lacksTwoFactor && !spec.beforeTwoFactor) throw new ApiFailure('TWO_FACTOR_REQUIRED')
  if (spec.access === 'agent' && caller.role !== 'user') throw new ApiFailure('FORBIDDEN')
  if (spec.access === 'admin' && caller.role !== 'admin') throw new ApiFailure('FORBIDDEN')
  return caller
}

/** @throws ApiFailure ORIGIN_NOT_ALLOWED for a request that a page of another site makes */
export function refuseForeignOrigin(
  request: FastifyRequest,
  ownOrigins: ReadonlySet<string>,
): void {
  const { origin } = request.headers
  if (origin !== undefined && !ownOrigins.has(origin)) throw new ApiFailure('ORIGIN_NOT_ALLOWED')
}

/** The body as the contract's schema takes it: JSON, or the text fields of a form, and its file. */
async function readBody(
  spec: EndpointSpec,
  request: FastifyRequest,
): Promise<{ fields: unknown; file: UploadedFile | null }> {
  if (request.isMultipart() !== (spec.file !== undefined) && request.headers['content-type']) {
    throw new ApiFailure('UNSUPPORTED_MEDIA_TYPE')
  }
  if (spec.file) return readForm(request, spec.file)
  return { fields: request.body, file: null }
}

function parseInput<E extends EndpointSpec>(
  spec: E,
  request: FastifyRequest,
  fields: unknown,
): ParsedInput<E> {
  if (spec.body && (fields === undefined || fields === null)) {
    throw invalid({ body: 'A JSON body is needed.' })
  }
  const [params, query, body] = parseParts([
    { schema: spec.params ?? emptyQuery, value: request.params },
    { schema: spec.query ?? emptyQuery, value: request.query },
    { schema: spec.body ?? emptyBody, value: fields },
  ])
  return { params, query, body } as ParsedInput<E>
}
