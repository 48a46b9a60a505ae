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
 * A Chromium to test in: the one that comes inside an npm package, so that everybody tests in the same version, and in
 * one without the windows and menus of a whole browser, which would take as much work as the pages. Where it does not
 * run (it is made for Linux), and with `E2E_CHROMIUM=installed`, one found on the machine.
 */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const found = installed.find((path) => existsSync(path))
  const wantsInstalled = process.platform !== 'linux' || process.env.E2E_CHROMIUM === 'installed'
  if (found && wantsInstalled) return { executablePath: found, args: common }
  // Without the package's own arguments: it is made for functions in the cloud, in one process and with the browser's
  // protections off, and a page closed there ends the whole browser.
  return { executablePath: await chromium.executablePath(), args: common }
}
