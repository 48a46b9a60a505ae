/** A LIKE pattern for texts that contain this one, in which nothing of it is a wildcard. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
