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

const common = [
  // Root, as in a container, cannot use the sandbox.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  // All pages of a context share a process, so that a test starts none. No test opens pages of other sites.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--disable-features=SpareRendererForSitePerProcess',
]

/**
 * Finds the Chromium for the tests: the headless one of an npm package, so that every run uses the same version without
 * the cost of windows and menus. On systems other than Linux, and with `E2E_CHROMIUM=installed`, an installed one.
 */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const found = installed.find((path) => existsSync(path))
  const wantsInstalled = process.platform !== 'linux' || process.env.E2E_CHROMIUM === 'installed'
  if (found && wantsInstalled) return { executablePath: found, args: common }
  // The package's own arguments are not used: they are for cloud functions, run one process without the browser's
  // protections, and end the browser when a page is closed.
  return { executablePath: await chromium.executablePath(), args: common }
}
