import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findKnownVulnerabilities } from './known-vulnerabilities.ts'
import { passesPlainEnglish } from './plain-english.ts'

const root = join(import.meta.dirname, '..')

interface Check {
  name: string
  command: string
  args: string[]
  cwd?: string
}

// Biome also enforces the import rules (biome.json: noRestrictedImports, noImportCycles).
const format: Check = {
  name: 'format, lint and import rules',
  command: 'biome',
  args: ['check', '--error-on-warnings', '.'],
}

// Generated from the routes. Without them the web's types are incomplete.
const routeTypes: Check = {
  name: 'route types',
  command: 'react-router',
  args: ['typegen'],
  cwd: join(root, 'web'),
}

/** Several threads check the same types again: twice the CPU time, and on two cores not even a shorter check. */
const oneThread = ['--singleThreaded']

/** Each type check, with the files whose change can break it. */
export const typeChecks: (Check & { covers: RegExp })[] = [
  {
    name: 'types',
    command: 'tsc',
    args: [...oneThread, '-p', 'tsconfig.json'],
    covers: /^(contract|gateway-sandbox|server|bench|chaos|scripts)\//,
  },
  {
    name: 'types of the browser tests',
    command: 'tsc',
    args: [...oneThread, '-p', 'e2e/tsconfig.json'],
    covers: /^(contract|e2e)\//,
  },
  {
    name: 'types of the sandbox checkout',
    command: 'tsc',
    args: [...oneThread, '-p', 'gateway-sandbox/checkout'],
    covers: /^gateway-sandbox\/checkout\//,
  },
  {
    name: 'types of the web app',
    command: 'tsc',
    args: [...oneThread, '-p', 'web/tsconfig.json'],
    covers: /^(contract|web)\//,
  },
]

const deadCode: Check = { name: 'dead code', command: 'knip', args: ['--no-progress'] }

interface CheckResult {
  name: string
  passes: boolean
}

/** Runs every check even if one fails, and prints the output of failed checks. */
export async function runChecks(): Promise<CheckResult[]> {
  const known = passesVulnerabilityCheck() // Waits for the network while the others compute.
  const results = [await passes(routeTypes)]
  // Two at once, as there are two cores.
  const waiting = [format, deadCode, ...typeChecks]
  const runNext = async (): Promise<void> => {
    const check = waiting.shift()
    if (!check) return
    results.push(await passes(check))
    return runNext()
  }
  await Promise.all([runNext(), runNext()])
  results.push(passesLanguageCheck(), await known)
  return results
}

function passesLanguageCheck(): CheckResult {
  return printed({
    name: 'plain English in texts and commit subjects',
    passes: passesPlainEnglish(),
  })
}

async function passes({ name, command, args, cwd = root }: Check): Promise<CheckResult> {
  const { status, output } = await run(command, args, cwd)
  if (status !== 0) console.log(output)
  return printed({ name, passes: status === 0 })
}

function printed(result: CheckResult): CheckResult {
  console.log(`${result.passes ? 'ok    ' : 'FAILED'}  ${result.name}`)
  return result
}

function run(
  command: string,
  args: string[],
  cwd: string,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ status: null, output: String(error) }))
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** An unreachable registry is reported but does not fail, so that the check works offline. */
async function passesVulnerabilityCheck(): Promise<CheckResult> {
  const { outcome, lines } = await findKnownVulnerabilities()
  const unchecked = outcome === 'unavailable' ? ': not checked' : ''
  const name = `known vulnerabilities of packages${unchecked}`
  const result = printed({ name, passes: outcome !== 'found' })
  if (lines.length > 0) console.log(lines.join('\n'))
  return result
}

if (import.meta.main) process.exitCode = (await runChecks()).every(({ passes }) => passes) ? 0 : 1
