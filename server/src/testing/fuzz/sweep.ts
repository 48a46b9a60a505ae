import { sharpValues } from './hostile-values.ts'
import type { Operation, Schema } from './operations.ts'
import type { Draft } from './request-draft.ts'

/** One field of a call with one of the values that chance alone would rarely put there. */
export interface SweepStep {
  part: 'params' | 'query' | 'body'
  field: string
  value: unknown
}

/** Every field of a call with every hostile value. Each run begins with these, with any seed. */
export function sweepOf({ params, query, body }: Operation): SweepStep[] {
  const fields = [
    ...namesOf(params).map((field) => ({ part: 'params' as const, field })),
    ...namesOf(query).map((field) => ({ part: 'query' as const, field })),
    ...namesOf(body?.schema ?? {}).map((field) => ({ part: 'body' as const, field })),
  ]
  return fields.flatMap(({ part, field }) =>
    // An address and a form carry nothing but text.
    sharpValues
      .filter((value) => part === 'body' || typeof value === 'string')
      .map((value) => ({ part, field, value })),
  )
}

function namesOf({ properties, anyOf = [] }: Schema): string[] {
  return [...new Set([...Object.keys(properties ?? {}), ...anyOf.flatMap(namesOf)])]
}

/** Puts the value where it belongs; all else of the draft stays valid. */
export function applySweep(draft: Draft, { part, field, value }: SweepStep): string {
  if (part === 'body') draft.body = { ...(draft.body as object), [field]: value }
  else draft[part][field] = String(value)
  return `${JSON.stringify(value)} as ${field}`
}
