import sharp, { type Metadata, type Sharp } from 'sharp'
import type { PictureJob, PictureResult } from './picture-jobs.ts'
import { findExcess } from './picture-limits.ts'

// Encodes one picture at a time for a server process. The decoders are native code that reads untrusted files. In this
// process, a crash affects one picture, memory returns to the system, and no secrets of the product are accessible.

/** A KYC document is readable at this many pixels per side. */
const maxDocumentSide = 4096
/**
 * A screenshot of one screen has fewer pixels, or is readable at this size. The pixels are limited instead of the sides, because a
 * scrolling screenshot of a chat is long and narrow: 1080 × 10000 becomes 841 × 7788.
 */
const maxScreenshotPixels = 2560 ** 2
/** The maximum of the WebP format, in pixels per side. */
const maxWebpSide = 16_383
/** The largest avatar on a screen, at double resolution. */
const maxAvatarSide = 512
/** A logo in the head of a document, at 200 to 300 dots per inch. */
const logoSize: Size = { width: 640, height: 240 }
/** A picture that compresses well may compress badly after scaling, so the result has a limit too. */
const maxResultBytes = 20 * 1024 * 1024

sharp.concurrency(1)
sharp.cache(false)
// The content of a file selects its decoder, so only the needed ones are enabled.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

process.on('message', async (job: PictureJob) => {
  const result = await draw(job)
  // Frees the memory of this picture for the next one, because V8 would not collect it soon.
  process.send?.(result, () => setImmediate(() => globalThis.gc?.()))
})
// The server process has ended, or has stopped this idle process.
process.on('disconnect', () => process.exit())
// Ctrl-C reaches all processes of the group; the server process lets a picture finish.
process.on('SIGINT', () => {})
process.send?.('ready')

async function draw({ bytes, as }: PictureJob): Promise<PictureResult> {
  try {
    const picture = sharp(bytes, { failOn: 'error' })
    const header = await picture.metadata()
    const excess = findExcess(header, bytes)
    if (excess) return { refusal: 'too-large', reason: excess }
    const upright = needsTwoPasses(header, as) ? sharp(await shrink(picture, as, header)) : picture
    const drawn = await encode(upright.autoOrient(), as, header.autoOrient).toBuffer()
    return drawn.length > maxResultBytes ? { refusal: 'unreadable' } : { drawn }
  } catch (error) {
    return { refusal: 'unreadable', reason: String(error) }
  }
}

/**
 * The decoder of a progressive JPEG or an interlaced PNG holds the whole picture in memory, and so does a rotation.
 * With two passes, only one of them does so at a time. An avatar needs one pass, because it is scaled down before its
 * rotation.
 */
function needsTwoPasses({ isProgressive, orientation = 1 }: Metadata, as: PictureJob['as']) {
  return as !== 'avatar' && isProgressive === true && orientation > 1
}

/** The first pass: smaller, not rotated yet, and saved almost without loss. */
function shrink(picture: Sharp, as: PictureJob['as'], size: Size): Promise<Buffer> {
  const fitted = fit(picture, as === 'screenshot' ? screenshotSize(size) : documentSize).keepExif()
  return as === 'jpg'
    ? fitted.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer()
    : fitted.toColourspace('srgb').png({ compressionLevel: 1 }).toBuffer()
}

interface Size {
  width: number
  height: number
}

const documentSize: Size = { width: maxDocumentSide, height: maxDocumentSide }

function screenshotSize({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    Math.sqrt(maxScreenshotPixels / (width * height)),
    maxWebpSide / Math.max(width, height),
  )
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

function fit(picture: Sharp, size: Size): Sharp {
  return picture.resize({ ...size, fit: 'inside', withoutEnlargement: true })
}

function encode(picture: Sharp, as: PictureJob['as'], size: Size) {
  if (as === 'avatar') {
    const side = Math.min(maxAvatarSide, size.width, size.height)
    return picture.resize({ width: side, height: side, fit: 'cover' }).webp({ quality: 82 })
  }
  if (as === 'screenshot') return fit(picture, screenshotSize(size)).webp({ quality: 85 })
  if (as === 'logo') return fit(picture, logoSize).toColourspace('srgb').png()
  const fitted = fit(picture, documentSize)
  // Optimised tables would hold the whole picture in memory once more; 16 bits per channel have no use here.
  return as === 'jpg'
    ? fitted.jpeg({ quality: 88, optimiseCoding: false })
    : fitted.toColourspace('srgb').png()
}
