import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findAffectedTests } from './affected-tests.ts'
import { typeChecks } from './check.ts'
import { longestTests } from './longest-first.ts'
import { passesPlainEnglish } from './plain-english.ts'

// Runs the checks and tests that a change most likely breaks: the uncommitted change, or else the last commit.
// `npm test` covers the rest.

/** Two cores run these and the type checks in less than a minute. Tests of contract and web take milliseconds. */
const maxServerTests = 10
/** Folder of the incremental state of the type checks, so that they check only files that a change affects. */
const typeCache = 'node_modules/.cache/types'

const root = join(import.meta.dirname, '..')
const files = git('ls-files', '--cached', '--others', '--exclude-standard')
const changed = findChanges()
const affected = findAffectedTests(root, files, changed)
// A long test runs only if it was changed itself.
const short = affected.filter((file) => changed.includes(file) || !longestTests.includes(file))
const isCheap = (file: string) => /^(contract|web)\//.test(file)
const tests = [
  ...short.filter(isCheap),
  ...short.filter((file) => !isCheap(file)).slice(0, maxServerTests),
]
console.log(`${changed.length} changed files affect ${affected.length} test files`)
if (affected.length > tests.length) {
  console.log(`of these the nearest ${tests.length} run now, and all of them in npm test`)
}

let failed = 0
const sources = changed.filter((file) => files.includes(file))
if (sources.length > 0) run('biome', 'check', '--no-errors-on-unmatched', ...sources)
if (!passesPlainEnglish()) failed += 1
for (const { name, command, args, cwd, covers } of typeChecks) {
  if (!changed.some((file) => covers.test(file))) continue
  const state = join(root, typeCache, `${name.replaceAll(' ', '-')}.tsbuildinfo`)
  runIn(cwd ?? root, command, ...args, '--incremental', '--tsBuildInfoFile', state)
}
if (tests.length > 0) run('vitest', 'run', '--reporter=dot', ...tests)
console.log(failed > 0 ? `${failed} of the checks failed` : 'all passed')
process.exitCode = failed > 0 ? 1 : 0

function findChanges(): string[] {
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1', 'HEAD')
}

function git(...args: string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return output.split('\n').filter(Boolean)
}

function run(command: string, ...args: string[]): void {
  runIn(root, command, ...args)
}

function runIn(cwd: string, command: string, ...args: string[]): void {
  if (spawnSync(command, args, { cwd, stdio: 'inherit' }).status !== 0) failed += 1
}
