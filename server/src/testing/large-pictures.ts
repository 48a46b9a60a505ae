import sharp from 'sharp'

/** The largest progressive photo that is accepted, of a camera held upright: coloured clouds, which compress like a photo. */
export async function largestProgressive(): Promise<Buffer> {
  const [width, height] = [4700, 3500]
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
    .jpeg({ quality: 75, progressive: true })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}
