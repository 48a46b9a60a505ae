import type { z } from 'zod'

/**
 * Validates a form's values against a schema of the contract.
 * @returns one text per invalid field, as @mantine/form's `validate` expects; empty if all values are valid
 */
export function fieldErrorsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = issue.path.join('.')
    errors[field] ??= issue.message
  }
  return errors
}
