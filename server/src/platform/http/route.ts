import { hasRightsOf } from '@raahi/contract/agency-roles'
import {
  type Answer,
  type EndpointSpec,
  isKeyScope,
  type ParsedInput,
} from '@raahi/contract/endpoint'
import type { KeyScope } from '@raahi/contract/key-scopes'
import { rightsOf } from '@raahi/contract/staff-rights'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database/connect.ts'
import type { FindKey, KeyCaller } from './api-keys.ts'
import { bearerToken, type Caller, checkRight, type FindCaller, hashToken } from './caller.ts'
import { ApiFailure } from './failure.ts'
import { type IdempotentRequest, idempotentRequest } from './idempotency.ts'
import { readForm, type UploadedFile } from './multipart.ts'
import { routeSchema } from './route-schema.ts'
import { schemaCompilers } from './schema-compilers.ts'
import { setRequestUser } from './security-events.ts'
import { parseParts, validationFailure } from './validation.ts'

/** The caller exists if the endpoint's access requires one. */
type CallerOf<E extends EndpointSpec> = E['access'] extends 'public' | 'cookie' | KeyScope
  ? null
  : Caller

/** The key exists if the endpoint's access is a scope. */
type KeyOf<E extends EndpointSpec> = E['access'] extends KeyScope ? KeyCaller : null

export interface RequestOf<E extends EndpointSpec> extends ParsedInput<E> {
  caller: CallerOf<E>
  key: KeyOf<E>
  /** The intent named by Idempotency-Key; null without the header or if the call does not support it. */
  idempotency: IdempotentRequest | null
  /** The file of a multipart call; null if none was sent. */
  file: UploadedFile | null
  request: FastifyRequest
  reply: FastifyReply
}

export type Reply<E extends EndpointSpec> = {
  /** Overrides the endpoint's message. */
  message?: string
  /** The response was stored by an earlier request with the same key. */
  replayed?: boolean
  /** Another person must decide first. */
  accepted?: boolean
} & (E['answer'] extends z.ZodType ? { data: Answer<E> } : { data?: undefined })

/** Returned by a handler that has already sent its response (a file, prepared bytes). */
export const responseSent = Symbol('responseSent')

export type Handler<E extends EndpointSpec> = (
  call: RequestOf<E>,
) => Promise<Reply<E> | typeof responseSent>

export interface RouteOptions<E extends EndpointSpec> {
  /** Runs before the body is read, for example a rate limit; throws to refuse. */
  beforeBody?: (request: FastifyRequest, caller: CallerOf<E>) => Promise<void>
  /** Runs if the input is invalid, before the refusal is sent. */
  onInvalid?: (refusal: ApiFailure, key: KeyOf<E>) => Promise<void>
}

/**
 * Creates the route of an endpoint. Access is checked before the body is read, and again if the body arrived late. The
 * contract parses params, query and body. The response is serialised by its schema, so that undeclared fields are never
 * sent.
 */
export interface AddRoute {
  <E extends EndpointSpec>(spec: E, handler: Handler<E>): void
  <E extends EndpointSpec>(spec: E, options: RouteOptions<E>, handler: Handler<E>): void
}

/** Dependencies of the routes of each feature. */
export interface RouteDeps {
  addRoute: AddRoute
  database: Database
}

interface AccessDeps {
  findCaller: FindCaller
  findKey: FindKey
  ownOrigins: ReadonlySet<string>
  /** Records the travellers' contacts in a response to an admin, before the response is sent. */
  recordViews: (caller: Caller | null, data: unknown) => Promise<void>
}

/** Who makes a request. */
interface Sender {
  caller: Caller | null
  key: KeyCaller | null
}

interface Admission extends Sender {
  /**
   * True if the body has not arrived completely. The sender may be suspended or logged out in the meantime, or delay
   * the body for that purpose, so the sender is looked up again afterwards. Most requests arrive complete.
   */
  bodyIsToCome: boolean
}

const emptyBody = z.strictObject({}).nullish()
const emptyQuery = z.strictObject({})

/**
 * Stops the start if a call of the contract has no route.
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

export function createAddRoute(app: FastifyInstance, deps: AccessDeps): AddRoute {
  return <E extends EndpointSpec>(
    spec: E,
    ...args: [Handler<E>] | [RouteOptions<E>, Handler<E>]
  ): void => {
    const [options, handler] = args.length === 1 ? [{}, args[0]] : args
    mountRoute(app, deps, { spec, options, handler })
  }
}

function mountRoute<E extends EndpointSpec>(
  app: FastifyInstance,
  deps: AccessDeps,
  { spec, options, handler }: { spec: E; options: RouteOptions<E>; handler: Handler<E> },
): void {
  const admitted = new WeakMap<FastifyRequest, Admission>()
  app.route({
    method: spec.method,
    url: routeUrl(spec),
    schema: routeSchema(spec),
    ...(spec.maxBodyBytes && { bodyLimit: spec.maxBodyBytes }),
    // A HEAD route would create the whole response and discard it, which takes minutes for a file.
    exposeHeadRoute: spec.answerType === undefined,
    config: {
      endpoint: spec.name,
      isStream: spec.answerType === 'text/event-stream',
      wideIds: spec.wideIds === true,
    },
    // The schemas of the contract validate the input (`parseInput`).
    ...schemaCompilers,
    onRequest: async (request) => {
      const sender = await admit(request, spec, deps)
      admitted.set(request, { ...sender, bodyIsToCome: !request.raw.complete })
      await options.beforeBody?.(request, sender.caller as CallerOf<E>)
    },
    handler: async (request, reply) => {
      const { fields, file } = await readBody(spec, request)
      let sender: Sender | undefined = admitted.get(request)
      const input = await parseInput(spec, request, fields).catch(async (refusal) => {
        await options.onInvalid?.(refusal, (sender?.key ?? null) as KeyOf<E>)
        throw refusal
      })
      if (admitted.get(request)?.bodyIsToCome) sender = await admit(request, spec, deps)
      const { caller = null, key = null } = sender ?? {}
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
        key,
        idempotency,
        file,
        request,
        reply,
      } as RequestOf<E>)
      if (result === responseSent) return reply
      await deps.recordViews(caller, result.data).catch((error: unknown) => {
        // A committed change is acknowledged without the record. A read fails, so that it shows no unrecorded contact.
        if (spec.method === 'GET') throw error
        request.log.error({ err: error }, 'the view of a contact was not recorded')
      })
      return sendReply(reply, spec, result)
    },
  })
}

function statusOf(spec: EndpointSpec, reply: { replayed?: boolean; accepted?: boolean }): number {
  if (reply.accepted && spec.acceptedStatus) return spec.acceptedStatus
  return (reply.replayed && spec.repeatStatus) || (spec.status ?? 200)
}

function sendReply(
  reply: FastifyReply,
  spec: EndpointSpec,
  result: { message?: string; replayed?: boolean; accepted?: boolean; data?: unknown },
): FastifyReply {
  if (result.replayed) reply.header('idempotency-replayed', 'true')
  const message = result.message ?? spec.message
  return reply
    .status(statusOf(spec, result))
    .header('cache-control', 'no-store')
    .send({ success: true, ...(message && { message }), data: result.data })
}

/**
 * Finds the caller or the key that the access of the endpoint requires, and nothing else.
 * @throws ApiFailure UNAUTHENTICATED without a live session; TWO_FACTOR_REQUIRED if an admin must set up a second
 * factor first; FORBIDDEN with the wrong role, also of a member, or without the right; ORIGIN_NOT_ALLOWED; the failures of
 * `FindKey`
 */
async function admit(
  request: FastifyRequest,
  spec: EndpointSpec,
  { findCaller, findKey, ownOrigins }: AccessDeps,
): Promise<Sender> {
  const { access } = spec
  if (access === 'cookie') refuseForeignOrigin(request, ownOrigins)
  if (access === 'cookie' || access === 'public') return { caller: null, key: null }
  if (isKeyScope(access)) return { caller: null, key: await findKey(request, access) }
  const token = bearerToken(request)
  const caller = token ? await findCaller(hashToken(token)) : null
  if (!caller) throw new ApiFailure('UNAUTHENTICATED')
  setRequestUser(request, caller.userId)
  if (caller.lacksTwoFactor && !spec.beforeTwoFactor) throw new ApiFailure('TWO_FACTOR_REQUIRED')
  if (access === 'agent' && caller.role !== 'user') throw new ApiFailure('FORBIDDEN')
  if (caller.agentRole && !hasRightsOf(caller.agentRole, spec.lowestRole ?? 'owner')) {
    throw new ApiFailure('FORBIDDEN')
  }
  if (access === 'admin' && caller.role !== 'admin') throw new ApiFailure('FORBIDDEN')
  const rights = rightsOf(spec.right)
  if (caller.role === 'admin' && rights) checkRight(caller, ...rights)
  return { caller, key: null }
}

/** @throws ApiFailure ORIGIN_NOT_ALLOWED for a request from a page of another site */
export function refuseForeignOrigin(
  request: FastifyRequest,
  ownOrigins: ReadonlySet<string>,
): void {
  const { origin } = request.headers
  if (origin !== undefined && !ownOrigins.has(origin)) throw new ApiFailure('ORIGIN_NOT_ALLOWED')
}

/** Reads the body in the form of the contract's schema: JSON, or the text fields and the file of a form. */
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

async function parseInput<E extends EndpointSpec>(
  spec: E,
  request: FastifyRequest,
  fields: unknown,
): Promise<ParsedInput<E>> {
  if (spec.body && (fields === undefined || fields === null)) {
    throw validationFailure({ body: 'A JSON body is needed.' })
  }
  const [params, query, body] = parseParts([
    { schema: spec.params ?? emptyQuery, value: request.params },
    { schema: spec.query ?? emptyQuery, value: request.query },
    { schema: spec.body ?? emptyBody, value: fields },
  ])
  return { params, query, body } as ParsedInput<E>
}
