import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from './support/find-chromium.ts'

/*
 * Draws the pictures for link previews (1200 × 630) from the scenes of the site, and writes them to web/public, where
 * they are committed. Run it after a change of a scene or the mark:
 *   npm start   (in another terminal)
 *   node e2e/draw-previews.ts [address]
 */
const [address = 'http://localhost:8055'] = process.argv.slice(2)
const folder = join(import.meta.dirname, '../web/public')
const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8')

const previews = [
  { name: 'home', path: '/about', title: 'Where shall the road take you?' },
  { name: 'goa', path: '/destinations/goa', title: 'Goa' },
  { name: 'kerala', path: '/destinations/kerala', title: 'Kerala' },
  { name: 'rajasthan', path: '/destinations/rajasthan', title: 'Rajasthan' },
  { name: 'manali', path: '/destinations/manali', title: 'Manali' },
  { name: 'jaipur', path: '/destinations/jaipur', title: 'Jaipur' },
]

mkdirSync(join(folder, 'previews'), { recursive: true })
const browser = await chromium.launch(await findChromium())
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, bypassCSP: true })
for (const preview of previews) await drawPreview(page, preview)
await browser.close()

/** Draws the page's first scene over the whole picture, with the mark and a title. */
async function drawPreview(on: Page, { name, path, title }: (typeof previews)[number]) {
  await on.goto(address + path)
  await on.evaluate(
    ([words = '', brand = '']) => {
      const scene = document.querySelector('header svg[preserveAspectRatio]')?.parentElement
      if (!scene) throw new Error('There is no scene on this page.')
      const picture = document.createElement('div')
      picture.style.cssText = 'position:fixed;inset:0;z-index:99;overflow:hidden;display:grid'
      scene.style.cssText = 'position:absolute;inset:0;height:630px'
      const veil = 'linear-gradient(100deg, rgb(250 246 238 / 94%) 20%, rgb(250 246 238 / 0%) 75%)'
      const label = document.createElement('div')
      label.style.cssText = `position:relative;width:700px;height:630px;padding:44px 56px;background:${veil};color:#211d4a`
      label.innerHTML = `<div style="display:flex;gap:16px;align-items:center;font:700 44px Eczar"><span style="width:56px;height:56px">${brand}</span>Raahi</div>
        <div style="font:700 76px/1.1 Eczar;letter-spacing:-.015em;margin-top:18px;max-width:560px"></div>`
      const heading = label.lastElementChild
      if (heading) heading.textContent = words
      picture.append(scene, label)
      document.body.append(picture)
    },
    [title, mark],
  )
  await on.evaluate(() => document.fonts.ready)
  await on.screenshot({ path: join(folder, `previews/${name}.jpg`), type: 'jpeg', quality: 80 })
}
