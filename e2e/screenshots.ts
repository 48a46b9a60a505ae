import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { openScreen, setColorScheme } from './look/open-screen.ts'
import type { Screen } from './look/screen.ts'
import { screens } from './look/screens.ts'
import { findChromium } from './support/find-chromium.ts'
import { storeSession } from './support/test.ts'

/*
 * Takes pictures of every screen of a running product with demo data, in three widths, light and dark:
 *   node e2e/screenshots.ts <folder> [address] [part of a screen's name]
 */
const [folder, address = 'http://localhost:8055', wanted = ''] = process.argv.slice(2)
if (!folder) {
  console.error(
    'Name the folder for the pictures: node e2e/screenshots.ts <folder> [address] [name]',
  )
  process.exit(1)
}
mkdirSync(folder, { recursive: true })

const browser = await chromium.launch(await findChromium())
for (const screen of screens.filter(({ name }) => name.includes(wanted))) {
  for (const width of [360, 768, 1440]) await takePictures(screen, width, folder)
  console.log(screen.name)
}
await browser.close()

/** Each width has its own context, because some forms keep their input in the browser. */
async function takePictures(screen: Screen, width: number, into: string) {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height: width === 360 ? 780 : 900 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (screen.account) await storeSession(page, screen.account)
  await openScreen(page, screen)
  for (const colorScheme of ['light', 'dark'] as const) {
    await setColorScheme(page, colorScheme)
    const name = `${screen.name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`
    await page.screenshot({ path: join(into, name) })
  }
  await context.close()
}
