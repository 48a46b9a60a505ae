import { type EndpointSpec, isKeyScope } from '@raahi/contract/endpoint'
import type { ErrorCode } from '@raahi/contract/errors'
import { errorCodes } from '@raahi/contract/errors'
import { formatRights, rightsOf } from '@raahi/contract/staff-rights'
import type { FastifySchema } from 'fastify'
import { jsonSchema } from './json-schema.ts'

const errorAnswer = {
  type: 'object',
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string' },
    code: { type: 'string' },
    fieldErrors: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['success', 'message', 'code'],
}

/** The schema that Fastify serialises with and OpenAPI shows, generated from the contract. */
export function routeSchema(spec: EndpointSpec): FastifySchema {
  const needsToken = spec.access !== 'public' && spec.access !== 'cookie'
  return {
    operationId: spec.name,
    summary: spec.summary,
    description: describeAccess(spec),
    tags: [spec.path.split('/')[2] ?? 'api'],
    ...(needsToken && { security: [{ bearer: [] }] }),
    ...(spec.params && { params: jsonSchema(spec.params, 'input') }),
    ...(spec.query && { querystring: jsonSchema(spec.query, 'input') }),
    ...(spec.body && { body: bodySchema(spec, jsonSchema(spec.body, 'input')) }),
    ...(spec.file && { consumes: ['multipart/form-data'] }),
    ...(spec.idempotent && {
      headers: {
        type: 'object',
        properties: {
          'idempotency-key': {
            type: 'string',
            description: 'Repeating a request with the same key gives the first answer again.',
          },
        },
      },
    }),
    response: {
      [spec.status ?? 200]: spec.answerType
        ? fileAnswer(spec.answerType)
        : successAnswer(spec, spec.message ?? 'Success'),
      ...(spec.repeatStatus && {
        [spec.repeatStatus]: successAnswer(spec, 'The answer to an earlier request'),
      }),
      ...(spec.acceptedStatus && {
        [spec.acceptedStatus]: successAnswer(spec, 'Waits for the decision of another admin'),
      }),
      ...errorResponses(spec, needsToken),
    },
  } as FastifySchema
}

function successAnswer(spec: EndpointSpec, description: string) {
  return {
    description,
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      message: { type: 'string' },
      ...(spec.answer && { data: jsonSchema(spec.answer, 'output') }),
    },
    required: ['success'],
  }
}

function fileAnswer(mediaTypes: string) {
  const contents = mediaTypes.split(', ').map((mediaType) => {
    const [type = mediaType] = mediaType.split(';')
    const isJson = type === 'application/json'
    return [type, { schema: isJson ? { type: 'object' } : { type: 'string', format: 'binary' } }]
  })
  const description = mediaTypes === 'text/event-stream' ? 'A stream of events' : 'The file'
  return { description, content: Object.fromEntries(contents) }
}

const accessText = {
  public: 'Open to everyone.',
  cookie: 'Acts on the refresh cookie; refused from a foreign origin.',
  'signed-in': 'Requires a signed-in user.',
  agent: 'For agents.',
  admin: 'For admins.',
  'intake:write': 'For programs with a key of the scope intake:write.',
  'purchases:read': 'For programs with a key of the scope purchases:read.',
}

function describeAccess({ access, right, lowestRole }: EndpointSpec): string {
  const rights = right && rightsOf(right)
  const isOfAgents = access === 'agent' || access === 'signed-in'
  const role = isOfAgents ? ` Lowest role in an agency: ${lowestRole ?? 'owner'}.` : ''
  const needed = rights ? ` Admins need the right: ${formatRights(rights)}.` : ''
  return accessText[access] + role + needed
}

function bodySchema(spec: EndpointSpec, schema: Record<string, unknown>) {
  if (!spec.file) return schema
  const properties = schema.properties as Record<string, unknown>
  return {
    ...schema,
    properties: { ...properties, [spec.file.field]: { type: 'string', format: 'binary' } },
    ...(spec.file.required && {
      required: [...((schema.required as string[] | undefined) ?? []), spec.file.field],
    }),
  }
}

/** The failures of `FindKey`, besides UNAUTHENTICATED. */
const keyErrors = [
  'KEY_ENDED',
  'KEY_ACCOUNT_SUSPENDED',
  'FORBIDDEN',
  'SOURCE_PAUSED',
  'TOO_MANY_REQUESTS',
] as const

function errorResponses(spec: EndpointSpec, needsToken: boolean) {
  const codes: ErrorCode[] = [
    'VALIDATION_FAILED',
    'MALFORMED_REQUEST',
    'MISDIRECTED_REQUEST',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
    ...(needsToken ? (['UNAUTHENTICATED'] as const) : []),
    ...(isKeyScope(spec.access) ? keyErrors : []),
    ...(needsToken && !isKeyScope(spec.access) && !spec.beforeTwoFactor
      ? (['TWO_FACTOR_REQUIRED'] as const)
      : []),
    ...(spec.access === 'agent' || spec.access === 'admin' || (spec.right && rightsOf(spec.right))
      ? (['FORBIDDEN'] as const)
      : []),
    ...(spec.access === 'cookie' ? (['ORIGIN_NOT_ALLOWED'] as const) : []),
    // A client may send a body to a call that takes none.
    ...(spec.method === 'GET' ? [] : (['UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE'] as const)),
    ...(spec.idempotent
      ? (['INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_KEY_REUSED', 'TOO_BUSY_RETRY'] as const)
      : []),
    ...(spec.list ? (['TOO_MANY_REQUESTS', 'TOO_BUSY_RETRY'] as const) : []),
    ...(spec.errors ?? []),
  ]
  return describeErrors(codes)
}

/** The responses for these error codes, by status. */
export function describeErrors(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      { description: [...new Set(group)].join(', '), ...errorAnswer },
    ]),
  )
}
