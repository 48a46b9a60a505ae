import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findKnownVulnerabilities } from './known-vulnerabilities.ts'

const root = join(import.meta.dirname, '..')

/** The checks of `npm run check`. Each uses one tool. */
const checks: { name: string; command: string; args: string[]; cwd?: string }[] = [
  // Biome also enforces the import rules (biome.json: noRestrictedImports, noImportCycles).
  {
    name: 'format, lint and import rules',
    command: 'biome',
    args: ['check', '--error-on-warnings', '.'],
  },
  // Generated from the routes. Without them the web's types are incomplete.
  { name: 'route types', command: 'react-router', args: ['typegen'], cwd: join(root, 'web') },
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the browser tests', command: 'tsc', args: ['-p', 'e2e/tsconfig.json'] },
  {
    name: 'types of the sandbox checkout',
    command: 'tsc',
    args: ['-p', 'gateway-sandbox/checkout'],
  },
  { name: 'types of the web app', command: 'tsc', args: ['-p', 'web/tsconfig.json'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
]

/** Runs every check even if one fails, and prints the output of failed checks. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let passed = 0
  for (const { name, command, args, cwd = root } of checks) {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
    if (status === 0) passed += 1
    else console.log(`${stdout ?? ''}${stderr ?? ''}`)
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  }
  if (await passesVulnerabilityCheck()) passed += 1
  return { passed, failed: checks.length + 1 - passed }
}

/** An unreachable registry is reported but does not fail, so that the check works offline. */
async function passesVulnerabilityCheck(): Promise<boolean> {
  const name = 'known vulnerabilities of packages'
  const { outcome, lines } = await findKnownVulnerabilities()
  if (outcome === 'unavailable') console.log(`ok      ${name}: not checked (${lines.join()})`)
  else console.log([`${outcome === 'none' ? 'ok    ' : 'FAILED'}  ${name}`, ...lines].join('\n'))
  return outcome !== 'found'
}

if (import.meta.main) process.exitCode = (await runChecks()).failed > 0 ? 1 : 0
