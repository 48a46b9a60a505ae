import { sharpValues } from './hostile-values.ts'
import type { Operation, Schema } from './operations.ts'
import type { Draft } from './request-draft.ts'

/** One field of a call with one hostile value, which random requests would rarely combine. */
export interface SweepStep {
  part: 'params' | 'query' | 'body'
  field: string
  value: unknown
}

/** Combines every field of a call with every value of `sharpValues`. Each run begins with these, with any seed. */
export function sweepOf({ params, query, body }: Operation): SweepStep[] {
  const fields = [
    ...namesOf(params).map((field) => ({ part: 'params' as const, field })),
    ...namesOf(query).map((field) => ({ part: 'query' as const, field })),
    ...namesOf(body?.schema ?? {}).map((field) => ({ part: 'body' as const, field })),
  ]
  return fields.flatMap(({ part, field }) =>
    // An address contains only text.
    sharpValues
      .filter((value) => part === 'body' || typeof value === 'string')
      .map((value) => ({ part, field, value })),
  )
}

function namesOf({ properties, anyOf = [] }: Schema): string[] {
  return [...new Set([...Object.keys(properties ?? {}), ...anyOf.flatMap(namesOf)])]
}

/** Sets the value. The rest of the draft remains valid. @returns a description of the change */
export function applySweep(draft: Draft, { part, field, value }: SweepStep): string {
  if (part === 'body') draft.body = { ...(draft.body as object), [field]: value }
  else draft[part][field] = String(value)
  return `${JSON.stringify(value)} as ${field}`
}
