import { z } from 'zod'

type JsonSchema = Record<string, unknown>

/**
 * Converted schemas. Contract schemas do not change and are shared by several endpoints and by every app of a process.
 */
const converted = {
  input: new WeakMap<z.ZodType, JsonSchema>(),
  output: new WeakMap<z.ZodType, JsonSchema>(),
}

/**
 * Converts a contract schema to JSON Schema (draft 7), for the serialiser and for OpenAPI. Callers share the result and
 * do not change it.
 * @param io whether requests or responses are described
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = converted[io].get(schema)
  if (known) return known
  const result = convert(schema, io)
  converted[io].set(schema, result)
  return result
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, {
    target: 'draft-7',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => joinNullable(node as JsonSchema),
  })
  const { $schema, ...rest } = json as JsonSchema
  return rest
}

/**
 * Rewrites `anyOf: [X, null]` as `type: [X, 'null']`. The serialiser validates each value of an anyOf at run time,
 * which is most of its cost.
 */
function joinNullable(node: JsonSchema): void {
  const options = node.anyOf
  if (!Array.isArray(options) || options.length !== 2) return
  const [one, other] = options as [JsonSchema, JsonSchema]
  if (other.type !== 'null' || typeof one.type !== 'string') return
  delete node.anyOf
  const nullableEnum = Array.isArray(one.enum) ? { enum: [...one.enum, null] } : {}
  Object.assign(node, one, nullableEnum, { type: [one.type, 'null'] })
}
