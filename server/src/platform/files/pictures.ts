import { createBoundedQueue } from '../http/bounded-queue.ts'
import { ApiFailure } from '../http/failure.ts'
import type { UploadedFile } from '../http/multipart.ts'
import type { PictureJob } from './picture-jobs.ts'
import { pixelsOf } from './picture-size.ts'
import { createPictureWorker, type StartProcess } from './picture-worker.ts'

/** A picture that cannot be read, whatever its name and its first bytes say. */
export class UnreadablePicture extends Error {}

/** Who sends a picture: a stranger, by address, or a user. */
export type Sender = { address: string } | { userId: string }

export interface Pictures {
  /**
   * Draws a picture anew, upright: what was hidden in the file or noted about its place and time is gone. Of one that
   * moves, the first frame is taken.
   * @throws UnreadablePicture; ApiFailure FILE_TOO_LARGE, whose message says why; SERVICE_UNAVAILABLE where too many
   *   pictures wait already
   */
  draw(job: PictureJob, sender: Sender): Promise<Buffer>
  close(): void
}

/**
 * Strangers and users have a queue and a picture process each, so that uploads of strangers delay no user. Within a queue
 * one picture is drawn at a time, the smallest first: an ordinary document waits for one large picture, not for a flood
 * of them.
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
        return Buffer.from(buffer, byteOffset, byteLength) // Not a copy.
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

/** The same error, with its message under the field of the file where the picture is too large. */
export function onField(field: string, error: unknown): unknown {
  if (!(error instanceof ApiFailure) || error.code !== 'FILE_TOO_LARGE') return error
  const { code, message } = error
  return new ApiFailure(code, { message, fieldErrors: { [field]: message } })
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
