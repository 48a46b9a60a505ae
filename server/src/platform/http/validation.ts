import type { FieldErrors } from '@raahi/contract/errors'
import type { z } from 'zod'
import { ApiFailure } from './failure.ts'

type Issue = z.core.$ZodIssue

/**
 * Parses the parts of a request with their schemas and reports all errors at once.
 * @throws ApiFailure VALIDATION_FAILED with one message per field
 */
export function parseParts(parts: readonly { schema: z.ZodType; value: unknown }[]): unknown[] {
  // Without a prototype, so that a field named `constructor` is not already present.
  const fieldErrors: FieldErrors = Object.create(null)
  const parsed = parts.map(({ schema, value }) => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    collect(result.error.issues, [], fieldErrors)
    return undefined
  })
  if (Object.keys(fieldErrors).length > 0) throw validationFailure(fieldErrors)
  return parsed
}

/** VALIDATION_FAILED. If only one field is wrong, its message becomes the message. */
export function validationFailure(fieldErrors: FieldErrors): ApiFailure {
  const texts = Object.values(fieldErrors)
  const [only] = texts
  return new ApiFailure('VALIDATION_FAILED', {
    fieldErrors,
    ...(texts.length === 1 && only && { message: only }),
  })
}

function collect(issues: readonly Issue[], at: readonly PropertyKey[], into: FieldErrors): void {
  for (const issue of issues) {
    const path = [...at, ...issue.path]
    if (issue.code === 'invalid_union') collect(intendedShape(issue.errors), path, into)
    else if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        into[fieldName([...path, key])] ??= 'This field is not recognised.'
      }
    } else into[fieldName(path)] ??= issue.message
  }
}

/**
 * Selects the intended one of several shapes of a body: the shape that declares most of the sent fields. In a tie it is
 * the last, which is the full form.
 */
function intendedShape(shapes: readonly (readonly Issue[])[]): readonly Issue[] {
  const unknown = (issues: readonly Issue[]) =>
    issues.reduce((sum, i) => sum + (i.code === 'unrecognized_keys' ? i.keys.length : 0), 0)
  return [...shapes].reverse().sort((a, b) => unknown(a) - unknown(b))[0] ?? []
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'body'
}
