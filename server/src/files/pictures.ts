import type { Sharp } from 'sharp'
import { createBoundedQueue } from '../http/bounded-queue.ts'
import type { UploadedFile } from '../http/multipart.ts'

/** A small file can hold a huge picture; more pixels than the largest phone cameras make are refused unread. */
const mostPixels = 120_000_000

// Pictures are worked on one at a time: a server that others wait for has no core to spare for more.
const pictures = createBoundedQueue({ atOnce: 1, mostWaiting: 16 })

/** A picture that cannot be read, whatever its name and its first bytes say. */
export class UnreadablePicture extends Error {}

/**
 * Draws a picture anew: what was hidden in the file or noted about its place and time is gone. Of one that moves, the
 * first frame is taken.
 * @param draw receives the upright picture and says what becomes of it
 * @throws UnreadablePicture; ApiFailure SERVICE_UNAVAILABLE where too many pictures wait already
 */
export async function redrawPicture(
  bytes: Buffer,
  draw: (picture: Sharp) => Sharp | Promise<Sharp>,
): Promise<Buffer> {
  return pictures(async () => {
    const sharp = await loadSharp()
    try {
      const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient()
      return await (await draw(picture)).toBuffer()
    } catch (cause) {
      throw new UnreadablePicture('this picture cannot be read', { cause })
    }
  })
}

/** The library for pictures, loaded with the first of them: most days of a server have none. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * The kind of an uploaded file, where its content and the ending of its name agree on one of the given kinds.
 * @param kinds by the ending of a name; `jpeg` counts as `jpg`
 */
export async function kindOf<K extends string>(
  file: UploadedFile,
  kinds: readonly K[],
): Promise<K | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const ending = /\.([a-z]{3,4})$/i.exec(file.name)?.[1]?.toLowerCase()
  const kind = kinds.find((known) => known === (ending === 'jpeg' ? 'jpg' : ending))
  const detected = await fileTypeFromBuffer(file.bytes)
  return kind !== undefined && detected?.ext === kind ? kind : undefined
}
