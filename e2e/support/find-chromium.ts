import { existsSync } from 'node:fs'
import chromium from '@sparticuz/chromium'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

// Root, as in a container, cannot use the sandbox.
const common = ['--no-sandbox', '--disable-background-networking', '--disable-component-update']

/**
 * A Chromium to test in: one found on the machine, else the one that comes inside an npm package.
 * `E2E_CHROMIUM=packed` takes the packed one although another is there.
 */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const found = installed.find((path) => existsSync(path))
  if (found && process.env.E2E_CHROMIUM !== 'packed') return { executablePath: found, args: common }
  // Without the package's own arguments: it is made for functions in the cloud, in one process and with the browser's
  // protections off, and a page closed there ends the whole browser.
  return { executablePath: await chromium.executablePath(), args: common }
}
