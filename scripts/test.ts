import { spawnSync } from 'node:child_process'
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

/** Printed at the end of the log, because readers look there first. */
const failures: string[] = []

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'raahi-test-'))

async function runAllChecks(): Promise<Count> {
  const results = await runChecks()
  const failed = results.filter(({ passes }) => !passes)
  failures.push(...failed.map(({ name }) => `FAILED  check: ${name}`))
  return { passed: results.length - failed.length, failed: failed.length }
}

/** Unit, contract and API tests, on a real database. */
function runVitest(): Count {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = run('vitest', ['run', ...reporters])
  const result: VitestTotals = readReport(report)
  failures.push(...vitestFailures(result))
  return counted(status, {
    passed: result.numPassedTests ?? 0,
    failed: result.numFailedTests ?? 0,
  })
}

/** Browser tests of every screen. */
function runPlaywright(): Count {
  const report = join(reports, 'playwright.json')
  const { status } = run(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  const result: PlaywrightTotals = readReport(report)
  failures.push(...playwrightFailures(result))
  const { expected = 0, unexpected = 0, flaky = 0 } = result.stats ?? {}
  return counted(status, { passed: expected, failed: unexpected + flaky })
}

function run(command: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
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
const counts = [await runAllChecks(), runVitest(), runPlaywright()]
rmSync(reports, { recursive: true, force: true })
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
for (const failure of failures) console.log(failure)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
