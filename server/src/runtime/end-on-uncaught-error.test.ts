import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

const module = new URL('end-on-uncaught-error.ts', import.meta.url).href

/** Takes 100 ms to end, like a server that closes its connections. The exit code is the number of reports. */
const program = `
  import { endOnUncaughtError } from '${module}'
  const print = console.error
  let reports = 0
  console.error = (...texts) => {
    if (texts[0] === 'Uncaught exception:') reports += 1
    print(...texts)
  }
  endOnUncaughtError(() => setTimeout(() => process.exit(reports), 100))
  process.stdout.write('ready')
  setInterval(() => print('a line'), 5)
`

it('ends a process with one report if the reader of its log has closed the pipe', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  try {
    await once(child.stdout, 'data')
    child.stderr.destroy()
    const [code] = await once(child, 'exit')
    expect(code).toBe(1)
  } finally {
    child.kill('SIGKILL')
  }
})
