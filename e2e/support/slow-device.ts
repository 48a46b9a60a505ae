import type { BrowserContextOptions, CDPSession } from '@playwright/test'

/** How many times slower than this machine a cheap phone, or a cheap laptop, does its work: as Lighthouse has it. */
export const slowCpu = 4

/** A slow line: 150 ms there and back, 1.6 Mbit/s down, 0.75 Mbit/s up. */
const line = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** What a cheap phone shows a page on. */
export const phoneScreen: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
}

/**
 * Makes the page's main thread and line slow. What else a browser does, compositing and drawing above all, goes on at
 * the machine's own speed.
 */
export async function slowDown(client: CDPSession, cpu = slowCpu): Promise<void> {
  await client.send('Network.enable')
  // As over HTTPS; on a plain line browsers do not ask for brotli.
  await client.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip, br' } })
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await client.send('Network.emulateNetworkConditions', { offline: false, ...line })
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Prints a line of a table: names from the left, figures from the right. */
export function printLine([first = '', ...rest]: readonly string[]): void {
  console.log(first.padEnd(26) + rest.map((cell) => cell.padStart(9)).join(''))
}
