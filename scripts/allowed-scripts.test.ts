import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'))

// Where npm blocks scripts, the embedded database of a platform that is not listed lacks its links.
it('allows the install scripts of the packages of every platform, and no others', () => {
  const packages: Record<string, { hasInstallScript?: true }> = read('package-lock.json').packages
  const withScript = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)
  const names = withScript.map((path) => path.split('node_modules/').at(-1))
  expect(names.length).toBeGreaterThan(1)
  expect(read('package.json').allowScripts).toEqual(
    Object.fromEntries(names.map((name) => [name, true])),
  )
})
