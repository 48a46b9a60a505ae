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

  it('names only tests that exist', () => {
    // Format: the test's file in backticks, followed by test names, each in “quotes”.
    const named = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`((?:,? “[^”]+”)+)/g)]
    const wrong = named.flatMap(([, file = '', names = '']) => {
      const path = join(root, file)
      const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
      return [...names.matchAll(/“([^”]+)”/g)]
        .filter(([, test = '']) => !source.includes(test))
        .map(([, test]) => `${file}: ${test}`)
    })
    expect(wrong).toEqual([])
  })

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, to]) => to ?? '',
    )
    expect(links.filter((to) => !existsSync(join(root, dirname(name), to)))).toEqual([])
  })
})

it('security.md names a test for every requirement that it calls met', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
  expect([...text.matchAll(/\.(?:test|spec)\.ts` “/g)].length).toBeGreaterThan(100)
  const chapters = [...text.matchAll(/V(\d+)\b/g)].map(([, number]) => Number(number))
  expect(
    Array.from({ length: 17 }, (_, at) => at + 1).filter((n) => !chapters.includes(n)),
  ).toEqual([])
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
