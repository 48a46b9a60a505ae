import type { z } from 'zod'

/**
 * Checks a form's values against the contract's schema.
 * @returns one text per wrong field, in the shape @mantine/form's `validate` wants; empty where all is well.
 */
export function fieldErrorsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = issue.path.join('.')
    errors[field] ??= issue.message
  }
  return errors
}
