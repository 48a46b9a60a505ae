import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

// In a separate process, because another test of this worker may have loaded zod before.
const program = `
  await import('./strict-csp.ts')
  const { config } = await import('zod')
  console.log(config().jitless)`

it('prevents zod from using eval, which the Content-Security-Policy forbids', () => {
  const args = ['--input-type=module', '--eval', program]
  const output = execFileSync(process.execPath, args, { cwd: import.meta.dirname })
  expect(String(output).trim()).toBe('true')
}, 30_000)
