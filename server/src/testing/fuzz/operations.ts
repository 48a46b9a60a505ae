import type { FastifyInstance } from 'fastify'

/** JSON Schema, in the dialect of OpenAPI 3.0. */
export interface Schema {
  type?: string
  format?: string
  nullable?: boolean
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  [keyword: string]: unknown
}

/** One call, as the OpenAPI document describes it. The fuzzer has no other information about the product. */
export interface Operation {
  name: string
  method: string
  /** With `{name}` for path parameters. */
  path: string
  needsToken: boolean
  /** The role that the call is for; null if it is not for one role. */
  caller: 'agent' | 'admin' | 'program' | 'reader' | null
  params: Schema
  query: Schema
  /** Whether it honours Idempotency-Key. */
  hasKey: boolean
  body: { mediaType: string; schema: Schema } | null
  /** By status. */
  answers: Record<string, DescribedAnswer>
}

export interface DescribedAnswer {
  /** For an error: the possible codes. */
  description: string
  /** Empty if no content is described. */
  mediaTypes: string[]
  schema: Schema | null
}

interface Described {
  operationId: string
  description?: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

/** Every call of the document that the running product publishes. */
export async function readOperations(app: FastifyInstance): Promise<Operation[]> {
  const document = (await app.inject('/api/docs/json')).json() as {
    paths: Record<string, Record<string, Described>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(path, method, described)),
  )
}

const callers: Record<string, Operation['caller']> = {
  'For agents.': 'agent',
  'For admins.': 'admin',
  'For programs with a key of the scope intake:write.': 'program',
  'For programs with a key of the scope purchases:read.': 'reader',
}

function operation(path: string, method: string, described: Described): Operation {
  const [body] = Object.entries(described.requestBody?.content ?? {})
  return {
    name: described.operationId,
    method: method.toUpperCase(),
    path,
    needsToken: described.security !== undefined,
    caller: callers[/^.*?\./.exec(described.description ?? '')?.[0] ?? ''] ?? null,
    params: schemaOf(described, 'path'),
    query: schemaOf(described, 'query'),
    hasKey: schemaOf(described, 'header').properties?.['idempotency-key'] !== undefined,
    body: body ? { mediaType: body[0], schema: body[1].schema } : null,
    answers: Object.fromEntries(
      Object.entries(described.responses).map(([status, { description, content }]) => {
        const [first] = Object.entries(content ?? {})
        return [
          status,
          {
            description,
            mediaTypes: Object.keys(content ?? {}),
            schema: first?.[1].schema ?? null,
          },
        ]
      }),
    ),
  }
}

function schemaOf({ parameters = [] }: Described, place: string): Schema {
  const there = parameters.filter((one) => one.in === place)
  return {
    type: 'object',
    properties: Object.fromEntries(there.map(({ name, schema }) => [name, schema])),
    required: there.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** Name of the field that takes a file. */
export function fileField({ body }: Operation): string | undefined {
  return Object.entries(body?.schema.properties ?? {}).find(
    ([, { format }]) => format === 'binary',
  )?.[0]
}
