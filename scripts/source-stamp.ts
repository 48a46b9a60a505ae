import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = join(import.meta.dirname, '..')

/**
 * One hash of the names and contents of source files and of other values that go into a build.
 * @param patterns absolute or relative to the root; tests are left out
 */
export function stampOf(patterns: readonly string[], values: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: root, exclude: ['**/*.test.*'] })
  for (const file of files.sort()) hash.update(file).update(readFileSync(resolve(root, file)))
  for (const value of values) hash.update(`${value}\0`)
  return hash.digest('hex')
}
