import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const hourMs = 3_600_000
const deviceTime = Date.parse('2026-11-28T10:00:00.400Z')

const answerAt = (serverMs: number, headers: Record<string, string> = {}) =>
  new Response(null, {
    headers: { date: new Date(serverMs).toUTCString(), 'cache-control': 'no-store', ...headers },
  })

let clock: typeof import('./server-clock.ts')
beforeEach(async () => {
  vi.useFakeTimers({ now: deviceTime })
  vi.resetModules()
  clock = await import('./server-clock.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** How far the clock is from this time, in ms. */
const distanceTo = (serverMs: number) => Math.abs(clock.serverNowMs() - serverMs)

it('follows the clock of the server and not that of the device', () => {
  for (const offsetMs of [-30 * hourMs, 2 * hourMs, 400 * 24 * hourMs]) {
    clock.learnServerTime(answerAt(deviceTime + offsetMs), deviceTime - 80)
    expect(distanceTo(deviceTime + offsetMs)).toBeLessThan(1100)
    expect(clock.serverNow().getTime()).toBe(clock.serverNowMs())
  }
})

it('uses the clock of a device that agrees with the server, so that nothing shown jumps', () => {
  clock.learnServerTime(answerAt(deviceTime), deviceTime - 300)
  expect(clock.serverNowMs()).toBe(deviceTime)
})

it('learns most from the shortest round trip', () => {
  clock.learnServerTime(answerAt(deviceTime + hourMs), deviceTime - 20_000)
  clock.learnServerTime(answerAt(deviceTime + hourMs), deviceTime - 20)
  clock.learnServerTime(answerAt(deviceTime + hourMs), deviceTime - 15_000)
  expect(distanceTo(deviceTime + hourMs)).toBeLessThan(1100)
})

it('notices that the clock of the device is set while the page is open', () => {
  clock.learnServerTime(answerAt(deviceTime), deviceTime - 20)
  vi.setSystemTime(deviceTime - 5 * hourMs)
  clock.learnServerTime(answerAt(deviceTime), deviceTime - 5 * hourMs - 20)
  expect(distanceTo(deviceTime)).toBeLessThan(1100)
})

it('learns nothing from stored answers, and from none without a readable date', () => {
  const old = deviceTime - 9 * hourMs
  clock.learnServerTime(answerAt(old, { age: '32400' }), deviceTime - 20)
  clock.learnServerTime(answerAt(old, { 'cache-control': 'max-age=60' }), deviceTime - 20)
  clock.learnServerTime(
    new Response(null, { headers: { 'cache-control': 'no-store' } }),
    deviceTime,
  )
  clock.learnServerTime(answerAt(old, { date: 'today' }), deviceTime - 20)
  expect(clock.serverNowMs()).toBe(deviceTime)
})

it('knows the offset after a reload', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  clock.learnServerTime(answerAt(deviceTime + hourMs), deviceTime - 20)
  vi.resetModules()
  clock = await import('./server-clock.ts')
  expect(distanceTo(deviceTime + hourMs)).toBeLessThan(1100)
})

/** The lifetime of the access token and round trips are measured by the device. */
const withDeviceClock = ['lib/server-clock.ts', 'lib/session.ts', 'lib/api.ts', 'lib/transport.ts']

it('is the only clock of the screens', () => {
  const root = join(import.meta.dirname, '..')
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => relative('.', path))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !withDeviceClock.includes(path))
    .filter((path) =>
      /Date\.now|new Date(\(\)|(?![(\w]))|(?<!new )\bDate\(/.test(
        readFileSync(join(root, path), 'utf8').replace(/\/\/.*|\/?\*.*/g, ''),
      ),
    )
  expect(found).toEqual([])
})
