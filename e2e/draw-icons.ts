import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from './support/find-chromium.ts'

/*
 * Draws the icons of the site and of the installed app from the mark (favicon.svg), and writes them to web/public, where they
 * are committed. Run it after a change of the mark: node e2e/draw-icons.ts
 */
const folder = join(import.meta.dirname, '../web/public')
const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8')
/** Phones show a badge in one colour, so the arch is white and the sun and the road are cut out. */
const badge = mark
  .replace(/<title>.*<\/title>/, '<mask id="cut">')
  .replaceAll(/fill="#[0-9a-f]{6}"/g, 'fill="#000"')
  .replace('fill="#000"', 'fill="#fff"')
  .replace('</svg>', '</mask><path fill="#fff" mask="url(#cut)" d="M0 0h32v32H0Z"/></svg>')

const browser = await chromium.launch(await findChromium())
const page = await browser.newPage()
for (const size of [192, 512]) await drawIcon(page, `icon-${size}.png`, size)
await drawIcon(page, 'apple-touch-icon.png', 180)
// Phones cut a maskable icon to a circle of 80 %, or to less.
await drawIcon(page, 'icon-maskable-512.png', 512, 0.58)
write('badge-96.png', await iconPicture(page, badge, { size: 96, part: 0.9, bare: true }))
const small = await iconPicture(page, mark, { size: 32, part: 1, bare: true })
write('favicon.ico', iconFile(small, 32))
await browser.close()

function write(file: string, bytes: Buffer): void {
  writeFileSync(join(folder, file), bytes)
}

/** Draws the mark on paper with a margin, because phones cut off the corners. */
async function drawIcon(on: Page, file: string, size: number, part = 0.7): Promise<void> {
  write(file, await iconPicture(on, mark, { size, part, bare: false }))
}

async function iconPicture(
  on: Page,
  picture: string,
  { size, part, bare }: { size: number; part: number; bare: boolean },
): Promise<Buffer> {
  await on.setViewportSize({ width: size, height: size })
  await on.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${bare ? 'none' : '#faf6ee'}">
     <div style="width:${size * part}px;height:${size * part}px;line-height:0">${picture}</div>`,
  )
  return on.screenshot({ omitBackground: bare })
}

/** Wraps a PNG in an .ico file. */
function iconFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
