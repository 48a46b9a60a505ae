import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

const module = new URL('end-on-uncaught-error.ts', import.meta.url).href

/** Needs 100 ms to end, as a server that closes its connections does. The exit code is the number of reports. */
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

it('ends a process whose log has lost its reader, with one report', async () => {
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
