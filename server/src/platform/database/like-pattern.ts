import { foldEmail } from '@raahi/contract/emails'

/** Returns a LIKE pattern for texts that contain the given text or part of an email, with its wildcards escaped. */
export function likePattern(text: string): string {
  const searched = text.includes('@') ? foldEmail(text) : text
  return `%${searched.replace(/[\\%_]/g, '\\$&')}%`
}
