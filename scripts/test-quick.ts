import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findAffectedTests } from './affected-tests.ts'
import { typeChecks } from './check.ts'

// Checks and tests what a change can break soonest: what is not committed yet, or else the last commit. `npm test` covers
// the rest.

/** What two cores run in less than a minute. */
const maxTestFiles = 20

const root = join(import.meta.dirname, '..')
const files = git('ls-files', '--cached', '--others', '--exclude-standard')
const changed = findChanges()
const affected = findAffectedTests(root, files, changed)
const tests = affected.slice(0, maxTestFiles)
console.log(`${changed.length} changed files affect ${affected.length} test files`)
if (affected.length > tests.length) {
  console.log(`of these the nearest ${tests.length} run now, and all of them in npm test`)
}

let failed = 0
const sources = changed.filter((file) => files.includes(file))
if (sources.length > 0) run('biome', 'check', '--no-errors-on-unmatched', ...sources)
for (const { command, args, cwd, covers } of typeChecks) {
  if (changed.some((file) => covers.test(file))) runIn(cwd ?? root, command, ...args)
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
