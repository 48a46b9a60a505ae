import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import type { Screen } from './look/screen.ts'
import { openScreen, screens, setColorScheme } from './look/screens.ts'
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
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
  await takePictures(context, screen, folder)
  await context.close()
}
await browser.close()

async function takePictures(context: BrowserContext, screen: Screen, into: string) {
  const page = await context.newPage()
  if (screen.account) await storeSession(page, screen.account)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    await openScreen(page, screen)
    for (const colorScheme of ['light', 'dark'] as const) {
      await setColorScheme(page, colorScheme)
      const name = `${screen.name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`
      await page.screenshot({ path: join(into, name) })
    }
  }
  console.log(screen.name)
}
