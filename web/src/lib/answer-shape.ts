import type { z } from 'zod'

/** A schema of the contract as far as this check reads it. A public call has no schema but the kind of its answer. */
export type AnswerShape = z.ZodType | { def: { type: 'object'; shape: Record<string, never> } }

type Def =
  | { type: 'object'; shape: Record<string, AnswerShape> }
  | { type: 'union'; options: readonly AnswerShape[] }
  | { type: 'nullable'; innerType: AnswerShape }
  | { type: 'array' | 'other' }

const defOf = (schema: AnswerShape) => schema.def as unknown as Def

/**
 * Whether `data` can be an answer of this shape: an object with at least one of the fields, a list, or another value. A
 * proxy or a truncated envelope fails. Fields that an older or newer server adds or lacks do not.
 */
export function hasAnswerShape(schema: AnswerShape, data: unknown): boolean {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return isRecord(data) && hasAnyField(def.shape, data)
    case 'array':
      return Array.isArray(data)
    case 'union':
      return def.options.some((option) => hasAnswerShape(option, data))
    case 'nullable':
      return data === null || hasAnswerShape(def.innerType, data)
    default:
      return data !== undefined && data !== null
  }
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

function hasAnyField(shape: Record<string, AnswerShape>, data: Record<string, unknown>): boolean {
  const fields = Object.entries(shape)
  return (
    fields.some(([name]) => data[name] !== undefined) ||
    fields.every(([, field]) => String(defOf(field).type) === 'optional')
  )
}
