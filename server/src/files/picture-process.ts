import sharp, { type Sharp } from 'sharp'
import type { PictureJob, PictureResult } from './picture-jobs.ts'
import { findExcess } from './picture-limits.ts'

// A process that draws one picture at a time for a server process. The decoders are native code that reads files of
// strangers: here a crash ends one picture, memory returns to the system, and no secret of the product is in reach.

/** A KYC document stays readable at this many pixels a side. */
const maxDocumentSide = 4096
/** The largest avatar on a screen, twice as fine. */
const maxAvatarSide = 512
/** A pattern that compresses well may turn into one that does not when it is scaled. */
const maxResultBytes = 20 * 1024 * 1024

sharp.concurrency(1)
sharp.cache(false)
// What a file holds decides about its decoder: only those that are needed may run.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
})

process.on('message', async (job: PictureJob) => {
  process.send?.(await draw(job))
})
// The server process has ended, or needs this one no more.
process.on('disconnect', () => process.exit())
// Ctrl-C reaches the whole group of processes; the server process lets a picture finish.
process.on('SIGINT', () => {})
process.send?.('ready')

async function draw({ bytes, as }: PictureJob): Promise<PictureResult> {
  try {
    const picture = sharp(bytes, { failOn: 'error' })
    const header = await picture.metadata()
    const excess = findExcess(header, bytes)
    if (excess) return { refusal: 'too-large', reason: excess }
    const { autoOrient } = header
    const drawn = await encode(picture.autoOrient(), as, autoOrient).toBuffer()
    return drawn.length > maxResultBytes ? { refusal: 'unreadable' } : { drawn }
  } catch (error) {
    return { refusal: 'unreadable', reason: String(error) }
  }
}

function encode(picture: Sharp, as: PictureJob['as'], size: { width: number; height: number }) {
  if (as === 'avatar') {
    const side = Math.min(maxAvatarSide, size.width, size.height)
    return picture.resize({ width: side, height: side, fit: 'cover' }).webp({ quality: 82 })
  }
  const fitted = picture.resize({
    width: maxDocumentSide,
    height: maxDocumentSide,
    fit: 'inside',
    withoutEnlargement: true,
  })
  // Optimised tables would hold the whole picture in memory once more; 16 bits a channel are of no use to a reader.
  return as === 'jpg'
    ? fitted.jpeg({ quality: 88, optimiseCoding: false })
    : fitted.toColourspace('srgb').png()
}
