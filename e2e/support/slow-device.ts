import type { BrowserContextOptions, CDPSession } from '@playwright/test'

/** CPU slowdown of a cheap phone or laptop compared with this machine, as in Lighthouse. */
export const slowCpu = 4

/** A slow line: 150 ms there and back, 1.6 Mbit/s down, 0.75 Mbit/s up. */
const line = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** The screen of a cheap phone. */
export const phoneScreen: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
}

/**
 * Slows down the main thread and the network of a page. Compositing and drawing keep the speed of the machine.
 */
export async function slowDown(client: CDPSession, cpu = slowCpu): Promise<void> {
  await client.send('Network.enable')
  // Browsers request brotli only over HTTPS, so the header is set here.
  await client.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip, br' } })
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await client.send('Network.emulateNetworkConditions', { offline: false, ...line })
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Prints a line of a table, with names left-aligned and figures right-aligned. */
export function printLine([first = '', ...rest]: readonly string[]): void {
  console.log(first.padEnd(26) + rest.map((cell) => cell.padStart(9)).join(''))
}
