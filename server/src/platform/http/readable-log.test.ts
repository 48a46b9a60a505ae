import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { openReadableLog } from './readable-log.ts'

const formatter = vi.hoisted(() => ({ isLoaded: false }))
vi.mock('pino-pretty', async (load) => {
  formatter.isLoaded = true
  return load()
})

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const terminal = (isTTY: boolean) => {
  const lines: string[] = []
  return { lines, isTTY, write: (line: string) => lines.push(line) }
}

// This test is the first in the file, because later tests load the formatter.
it('is JSON outside a trial and without a terminal, and loads no formatter', async () => {
  expect(await openReadableLog({ trial: true }, terminal(false))).toBeUndefined()
  expect(await openReadableLog({ trial: false }, terminal(true))).toBeUndefined()
  expect(formatter.isLoaded).toBe(false)
})

it('is one readable line per request in the terminal of a trial, without probes', async () => {
  const output = terminal(true)
  const logStream = await openReadableLog({ trial: true }, output)
  if (!logStream) throw new Error('a terminal has a readable log')
  const watched = await buildApp({
    runsTasks: false,
    config: { ...app.config, logLevel: 'info' },
    database: app.database,
    logStream,
  })
  for (const url of [
    '/healthz',
    '/readyz',
    '/readyz?by=hand',
    '/metrics',
    '/api/no\u009bne?name=Asha',
  ]) {
    await watched.inject(url)
  }
  const requests = output.lines.filter((line) => / (GET|POST) /.test(line))
  expect(requests).toHaveLength(1)
  // The colours depend on the terminal.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one.
  const plain = requests.join('').replace(/\u001b\[\d+m/g, '')
  expect(plain).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: GET \/api\/\S+ 404 [\d.]+ ms\n$/)
  expect(plain).not.toMatch(/Asha|\u009b/)
  await watched.close()
})

it('shows an error with its cause and the other logged fields', async () => {
  const output = terminal(true)
  const logStream = await openReadableLog({ trial: true }, output)
  const entry = { level: 50, time: Date.now(), msg: 'refused', call: 'login', reqId: 'x' }
  logStream?.write(
    JSON.stringify({ ...entry, err: { type: 'Error', message: 'lost', stack: 'at x' } }),
  )
  expect(output.lines.join('')).toMatch(/ERROR.*refused.*login[\s\S]*lost/)
})
