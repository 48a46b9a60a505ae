import type { z } from 'zod'
import type { AgentRole } from './agency-roles.ts'
import type { ErrorCode } from './errors.ts'
import { type KeyScope, keyScopes } from './key-scopes.ts'
import type { RightRule } from './staff-rights.ts'

/**
 * Who may make a call. `cookie` calls use only the refresh cookie, need no bearer token
 * and are rejected from a foreign Origin. A scope: only a key with this scope may make the call, and no session.
 */
export type Access = 'public' | 'cookie' | 'signed-in' | 'agent' | 'admin' | KeyScope

export function isKeyScope(access: Access): access is KeyScope {
  return (keyScopes as readonly string[]).includes(access)
}

export interface EndpointSpec {
  /** Unique name; the operationId in OpenAPI. */
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for path parameters, as in OpenAPI. */
  readonly path: `/api/${string}`
  readonly access: Access
  /** The lowest role of an agency's member that may make a call of agents. Absent: only the owner may. */
  readonly lowestRole?: Exclude<AgentRole, 'owner'>
  /** The right that an admin needs. `AccessRule` requires it for each call that an admin can make. */
  readonly right?: RightRule
  /** Admins who must still set up two-factor login may make this call. Other calls that need a token reject them. */
  readonly beforeTwoFactor?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** Absent: the call takes no body or `{}`. */
  readonly body?: z.ZodType
  /** The body comes as multipart/form-data; this is the one file field in it, optional by default. */
  readonly file?: {
    readonly field: string
    readonly maxBytes: number
    readonly types: string
    readonly required?: true
  }
  /** Shape of `data` in the answer; absent: the answer carries no data. */
  readonly answer?: z.ZodType
  /** Media type of an answer that is a file instead of JSON; several are separated by commas. */
  readonly answerType?: string
  /** Largest body in bytes, if it may exceed the usual limit. */
  readonly maxBodyBytes?: number
  /** The body has ids of 64 bits: integers beyond 2^53 are read as text, because a number would change them. */
  readonly wideIds?: true
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201 | 202
  /** Status of a success that an earlier request has stored; that of a success by default. */
  readonly repeatStatus?: 200
  /** Status of a success that waits for the decision of another person. */
  readonly acceptedStatus?: 202
  /** Text of `message` on success, where the call has one. */
  readonly message?: string
  /** Error codes of this call, in addition to those that every call can return. */
  readonly errors?: readonly ErrorCode[]
  /** May read many rows: limited per user and in time (`server/src/platform/database/read-list.ts`). */
  readonly list?: true
  /** Works through many records, so the web app waits for it as long as for a file. */
  readonly slow?: true
  /** Honours `Idempotency-Key`. */
  readonly idempotent?: true
}

/** A call that admins can make declares the right that it needs. */
type AccessRule =
  | { access: 'admin' | 'signed-in'; right: RightRule }
  | { access: Exclude<Access, 'admin' | 'signed-in'>; right?: never }

/** Declares a call once for server, web app and OpenAPI. */
export function endpoint<
  const Method extends EndpointSpec['method'],
  const Path extends EndpointSpec['path'],
  const Rest extends Omit<EndpointSpec, 'method' | 'path' | keyof AccessRule> & AccessRule,
>(method: Method, path: Path, rest: Rest): Rest & { method: Method; path: Path } {
  return { method, path, ...rest }
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Given<S> = S extends z.ZodType ? z.input<S> : undefined

/** The input of the server's handler, after validation. */
export interface ParsedInput<E extends EndpointSpec> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** The input that a caller passes. */
export type CallInput<E extends EndpointSpec> = (E['params'] extends z.ZodType
  ? { params: Given<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: Given<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType
    ? { body: E['file'] extends object ? FormData : Given<E['body']> }
    : { body?: undefined })

/** `data` of the answer. */
export type Answer<E extends EndpointSpec> = E['answer'] extends z.ZodType
  ? z.output<E['answer']>
  : undefined
