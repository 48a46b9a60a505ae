import sharp, { type CreateChannels } from 'sharp'

const flat = (width: number, height: number, channels: CreateChannels) =>
  sharp({ create: { width, height, channels, background: '#c86432' } })

/** About 1 MB that takes 960 MB to decode: interlaced, 16 bits a channel, 120 megapixels. */
export function interlacedBomb(): Promise<Buffer> {
  return flat(11_000, 10_900, 4)
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer()
}

/** About 1.4 MB that takes 720 MB to decode: a progressive JPEG of 120 megapixels. */
export function progressiveBomb(): Promise<Buffer> {
  return flat(11_000, 10_900, 3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** The largest progressive photo that is accepted, of a camera held upright. */
export function largestProgressive(): Promise<Buffer> {
  return photo(4700, 3500, { progressive: true })
}

/** A photo of 24 megapixels as cameras write it, held upright. */
export function largestPhoto(): Promise<Buffer> {
  return photo(6000, 4000, { progressive: false })
}

/** A photo of a document, as a phone sends it through a messenger. */
export function smallPhoto(): Promise<Buffer> {
  return photo(1600, 1200, { progressive: false })
}

/** Coloured clouds, which compress like a photo. */
async function photo(width: number, height: number, { progressive }: { progressive: boolean }) {
  const [columns, rows] = [Math.ceil(width / 16), Math.ceil(height / 16)]
  // Numbers without a visible pattern, the same in every run.
  const noise = Uint8Array.from(
    { length: columns * rows * 3 },
    (_, at) => (at * at * 31 + at * 7) >> 5,
  )
  const clouds = await sharp(noise, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return sharp(clouds, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 75, progressive })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}
