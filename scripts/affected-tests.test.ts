import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAffectedTests } from './affected-tests.ts'
import { longestTests } from './longest-first.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('{{contract,server,web,gateway-sandbox}/src,scripts}/**/*.{ts,tsx}', {
  cwd: root,
})
const affectedBy = (...changed: string[]) => findAffectedTests(root, files, changed)

describe('the tests that a change affects', () => {
  it('are those of its feature and of its importers, and few others', () => {
    const tests = affectedBy('server/src/features/purchases/public/buy-lead.ts')
    expect(tests).toContain('server/src/features/purchases/public/buy-lead.test.ts')
    expect(tests).toContain('server/src/features/purchases/marketplace.model.test.ts')
    expect(tests).not.toContain('server/src/features/auth/public/log-in.test.ts')
  })

  it('include those of every workspace that imports a contract file', () => {
    const tests = affectedBy('contract/src/money.ts')
    expect(tests).toContain('contract/src/money.test.ts')
    expect(tests.some((test) => test.startsWith('web/'))).toBe(true)
    expect(tests.some((test) => test.startsWith('server/'))).toBe(true)
  })

  it('are found through other files, but not through the complete app', () => {
    const tests = affectedBy('server/src/platform/files/pictures.ts')
    expect(tests).toContain('server/src/platform/files/pictures.test.ts')
    expect(tests.length).toBeLessThan(files.filter((file) => file.includes('.test.')).length / 4)
  })

  it('begin with those of the feature whose contract changes', () => {
    const tests = affectedBy('contract/src/leads.ts').filter((test) => test.startsWith('server/'))
    expect(tests[0]).toMatch(/^server\/src\/features\/leads\//)
  })

  it('include a changed test itself, and the test of the documents for a Markdown file', () => {
    expect(affectedBy('contract/src/gst.test.ts')).toContain('contract/src/gst.test.ts')
    expect(affectedBy('docs/glossary.md')).toEqual(['scripts/docs.test.ts'])
  })
})

it('the list of the longest tests has only tests that exist', () => {
  expect(longestTests.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
