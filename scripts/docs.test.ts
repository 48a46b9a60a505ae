import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
// These folders change while the tests run: other tests keep their databases in one of them.
const ignoredFolders = new Set(['node_modules', 'build', '.data', '.git', 'test-results'])
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (path) => ignoredFolders.has(basename(path)),
})
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Folders of the project. A text in backticks that starts with one of them is a path. */
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  .map((entry) => entry.name)

describe.each(documents)('%s', (name) => {
  const text = readFileSync(join(root, name), 'utf8')

  it('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/npm run ([\w-]+)|npm (start|test)\b/g)].map(
      ([, script, short]) => script ?? short,
    )
    expect(named.filter((script) => !(script && script in scripts))).toEqual([])
  })

  it('names only paths that exist', () => {
    const quoted = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)`/g)].map(([, path]) => path ?? '')
    const paths = quoted.filter(
      (path) => path.includes('/') && folders.includes(path.split('/')[0] ?? ''),
    )
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('names test files by a path from the root', () => {
    const named = [...text.matchAll(/`([^`\s]+\.(?:test|spec)\.tsx?)`/g)].map(
      ([, path]) => path ?? '',
    )
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, to]) => to ?? '',
    )
    expect(links.filter((to) => !existsSync(join(root, dirname(name), to)))).toEqual([])
  })
})

it('security.md names a test file for each threat, and covers each chapter of ASVS', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const threats = text.slice(text.indexOf('## Threats'), text.indexOf('## OWASP API'))
  const rows = threats.split('\n').filter((line) => /^\| (?!threat \|)(?!-)/.test(line))
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row) => !/`[^`]+\.(?:test|spec)\.ts` \|$/.test(row))).toEqual([])
  const chapters = [...text.matchAll(/V(\d+)\b/g)].map(([, number]) => Number(number))
  expect(
    Array.from({ length: 17 }, (_, at) => at + 1).filter((n) => !chapters.includes(n)),
  ).toEqual([])
})

it('all documents have at most 30,000 words, and a decision fits a screen', () => {
  const own = documents.filter((name) => /^(README|CONTRIBUTING)\.md$|^docs\//.test(name))
  const words = (name: string) => readFileSync(join(root, name), 'utf8').trim().split(/\s+/).length
  expect(own.reduce((sum, name) => sum + words(name), 0)).toBeLessThanOrEqual(30_000)
  const decisions = own.filter((name) => /^docs\/decisions\/\d/.test(name))
  expect(decisions.length).toBeGreaterThan(20)
  expect(decisions.filter((name) => words(name) > 300)).toEqual([])
})

it('source files name only documents that exist', () => {
  const sources = globSync(`{${folders.join(',')}}/**/*.{ts,tsx,css,sql,sh,ini,cfg,yml,yaml}`, {
    cwd: root,
    // A released migration is never edited.
    exclude: (path) => [...ignoredFolders, 'migrations'].includes(basename(path)),
  })
  const named = sources.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/docs\/[a-z0-9/-]+\.md/g)].map(
      ([path]) => path,
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('README lists exactly the settings that the server reads', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const settings = readdirSync(join(root, 'server/src/config'))
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, 'server/src/config', name), 'utf8'))
    .join('\n')
  const rows = readme.slice(readme.indexOf('## Settings')).matchAll(/^\| (`[^|]+) \|/gm)
  const documented = [...rows].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, setting]) => setting ?? ''),
  )
  const read = [...settings.matchAll(/^ {2,4}([A-Z][A-Z0-9_]+):/gm)].map(([, setting]) => setting)
  expect(read.length).toBeGreaterThan(20)
  expect(documented.toSorted()).toEqual([...new Set(read)].sort())
})
