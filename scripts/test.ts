import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import {
  type PlaywrightReport,
  playwrightFailures,
  type VitestReport,
  vitestFailures,
} from './list-failures.ts'
import { ensureWebBuild } from './web-build.ts'

/** Passed and failed tests. A runner that crashes counts as one failure. */
interface Count {
  passed: number
  failed: number
}
type VitestTotals = VitestReport & { numPassedTests?: number; numFailedTests?: number }
type PlaywrightTotals = PlaywrightReport & {
  stats?: { expected: number; unexpected: number; flaky: number }
}

/** Printed at the end, where a long log is read first. */
const failures: string[] = []

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'raahi-test-'))

async function runAllChecks(): Promise<Count> {
  const results = await runChecks().catch((error) => [
    { name: 'all checks run', passes: false, output: String(error) },
  ])
  const failed = results.filter(({ passes }) => !passes)
  // Printed again, because the output of the tests surrounds that of the checks.
  failures.push(...failed.map(({ name, output = '' }) => `FAILED  check: ${name}\n${output}`))
  return { passed: results.length - failed.length, failed: failed.length }
}

/** Unit, contract and API tests, on a real database. */
async function runVitest(): Promise<Count> {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = await run('vitest', ['run', ...reporters])
  const result: VitestTotals = readReport(report)
  failures.push(...vitestFailures(result))
  return counted(status, {
    passed: result.numPassedTests ?? 0,
    failed: result.numFailedTests ?? 0,
  })
}

/** Browser tests of every screen. */
async function runPlaywright(): Promise<Count> {
  const report = join(reports, 'playwright.json')
  const status = await run(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  const result: PlaywrightTotals = readReport(report)
  failures.push(...playwrightFailures(result))
  const { expected = 0, unexpected = 0, flaky = 0 } = result.stats ?? {}
  return counted(status, { passed: expected, failed: unexpected + flaky })
}

/** @returns the exit code; null if a signal ended the command or it could not be started */
function run(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return new Promise<number | null>((resolve) => {
    child.on('exit', resolve).on('error', () => resolve(null))
  })
}

/** @returns an empty object if the runner wrote no report */
function readReport(path: string): object {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/** A runner fails if it exits with an error without a failed test, or runs no test. */
function counted(status: number | null, count: Count): Count {
  const isBroken = (status !== 0 && count.failed === 0) || count.passed + count.failed === 0
  return isBroken ? { ...count, failed: count.failed + 1 } : count
}

await ensureWebBuild(console.log)
// The checks use what the first tests leave idle. They start after the build, which writes the route types too.
const [checks, vitest] = await Promise.all([runAllChecks(), runVitest()])
const counts = [checks, vitest, await runPlaywright()]
rmSync(reports, { recursive: true, force: true })
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
for (const failure of failures) console.log(failure)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
