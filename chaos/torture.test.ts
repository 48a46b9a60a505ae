import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

// A short one of what `npm run torture` does for as long as one likes. What is chosen follows from the seed.
const SHORT = [
  ['--seed', '2028'],
  // In both arrangements of the product, between which this seed kills everything; and what is wrong all the while.
  ['--kills', '3'],
  ['--clients', '10'],
  ['--faults', 'database-whole,cut,gateway,webhooks,disk'],
].flat()

it('nothing acknowledged is lost, doubled or made up while everything breaks', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'torture.ts'), ...SHORT], {
    env: { PATH: process.env.PATH },
  })
  onTestFinished(() => void child.kill()) // It takes down what it has started, and its folder.
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const [code] = await once(child, 'close')
  expect(said).toContain('All is well')
  expect(code).toBe(0)
}, 300_000)
