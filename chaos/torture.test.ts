import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

// A short run of `npm run torture`. The seed determines every random choice.
const short = [
  // This seed covers both arrangements and kills all processes to switch between them. It disturbs gateway, webhooks and
  // disk, and has short pauses between faults.
  ['--seed', '20894'],
  ['--kills', '3'],
  ['--clients', '10'],
  ['--faults', 'database-whole,cut,gateway,webhooks,disk'],
].flat()

it('keeps every acknowledged result exactly once while parts of the system fail', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'torture.ts'), ...short], {
    env: { PATH: process.env.PATH },
  })
  onTestFinished(() => void child.kill()) // The program stops what it started and deletes its folder.
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  // The violations are the last lines.
  expect(code, output.slice(-3_000)).toBe(0)
  expect(output).toContain('No violations')
}, 300_000)
