import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { ensureWebBuild } from './web-build.ts'

/** Passed and failed tests. A runner that crashes counts as one failure. */
interface Count {
  passed: number
  failed: number
}

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'raahi-test-'))

/** Unit, contract and API tests, on a real database. */
function runVitest(): Count {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = run('vitest', ['run', ...reporters])
  const result = readReport(report)
  return counted(status, {
    passed: Number(result?.numPassedTests ?? 0),
    failed: Number(result?.numFailedTests ?? 0),
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
  const stats = readReport(report)?.stats as Record<string, number> | undefined
  return counted(status, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
  })
}

function run(command: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
}

function readReport(path: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** A runner fails if it exits with an error without a failed test, or runs no test. */
function counted(status: number | null, count: Count): Count {
  const isBroken = (status !== 0 && count.failed === 0) || count.passed + count.failed === 0
  return isBroken ? { ...count, failed: count.failed + 1 } : count
}

const counts = [await runChecks(), runVitest()]
await ensureWebBuild(console.log)
counts.push(runPlaywright())
rmSync(reports, { recursive: true, force: true })
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
