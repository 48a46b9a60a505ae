import { createBoundedQueue } from '../http/bounded-queue.ts'
import { ApiFailure } from '../http/failure.ts'
import type { UploadedFile } from '../http/multipart.ts'
import type { PictureJob } from './picture-jobs.ts'
import { pixelsOf } from './picture-size.ts'
import { createPictureWorker, type StartProcess } from './picture-worker.ts'

/** A picture that cannot be read although its name and first bytes are valid. */
class UnreadablePicture extends Error {}

/** The sender of a picture: a stranger, by address, or a user. */
export type Sender = { address: string } | { userId: string }

export interface Pictures {
  /**
   * Encodes a picture again, upright: hidden data and metadata such as place and time are removed. Of an animation only
   * the first frame is kept.
   * @throws UnreadablePicture; ApiFailure FILE_TOO_LARGE with the reason as message; SERVICE_UNAVAILABLE if too many
   * pictures are waiting
   */
  draw(job: PictureJob, sender: Sender): Promise<Buffer>
  close(): void
}

/**
 * Strangers and users have separate queues and picture processes, so that uploads of strangers do not delay users. A
 * queue processes one picture at a time, the smallest first: an ordinary document waits for at most one large picture.
 */
export function createPictures(
  options: { timeLimitMs?: number; startProcess?: StartProcess } = {},
): Pictures {
  const lanes = { strangers: createLane(8, 4), users: createLane(16, 8) }

  function createLane(maxWaiting: number, maxWaitingPerGroup: number) {
    return {
      queue: createBoundedQueue({ atOnce: 1, maxWaiting, maxWaitingPerGroup }),
      worker: createPictureWorker(options),
    }
  }

  return {
    async draw(job, sender) {
      const isStranger = 'address' in sender
      const { queue, worker } = isStranger ? lanes.strangers : lanes.users
      const group = isStranger ? sender.address : sender.userId
      const result = await queue(() => worker.draw(job), { group, cost: pixelsOf(job.bytes) })
      if ('drawn' in result) {
        const { buffer, byteOffset, byteLength } = result.drawn
        return Buffer.from(buffer, byteOffset, byteLength) // Shares the memory instead of copying it.
      }
      if (result.refusal === 'too-large') {
        throw new ApiFailure('FILE_TOO_LARGE', { message: result.reason })
      }
      throw new UnreadablePicture('this picture cannot be read', { cause: result.reason })
    },
    close() {
      for (const { worker } of Object.values(lanes)) worker.close()
    },
  }
}

/**
 * Encodes the picture of a form field.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE or FILE_TOO_LARGE with the message at the field; SERVICE_UNAVAILABLE
 */
export async function drawUpload(
  pictures: Pictures,
  field: string,
  job: PictureJob,
  sender: Sender,
): Promise<Buffer> {
  try {
    return await pictures.draw(job, sender)
  } catch (cause) {
    if (cause instanceof UnreadablePicture) {
      throw unsupportedFile(field, 'We could not read this picture. Please try another one.', cause)
    }
    if (!(cause instanceof ApiFailure) || cause.code !== 'FILE_TOO_LARGE') throw cause
    const { code, message } = cause
    throw new ApiFailure(code, { message, fieldErrors: { [field]: message } })
  }
}

export function unsupportedFile(field: string, message: string, cause?: unknown): ApiFailure {
  return new ApiFailure('UNSUPPORTED_FILE_TYPE', {
    message,
    fieldErrors: { [field]: message },
    cause,
  })
}

/**
 * The kind of an uploaded file, if its content and its name's extension agree on one of the given kinds.
 * @param kinds by extension; `jpeg` counts as `jpg`
 */
export async function detectFileKind<K extends string>(
  file: UploadedFile,
  kinds: readonly K[],
): Promise<K | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const ending = /\.([a-z]{3,4})$/i.exec(file.name)?.[1]?.toLowerCase()
  const kind = kinds.find((known) => known === (ending === 'jpeg' ? 'jpg' : ending))
  const detected = await fileTypeFromBuffer(file.bytes)
  return kind !== undefined && detected?.ext === kind ? kind : undefined
}
