import { profileImageTypes, profileImageTypeText } from '@raahi/contract/profile'
import { ApiFailure } from '../http/failure.ts'
import type { UploadedFile } from '../http/multipart.ts'
import type { NewFile } from './file-store.ts'
import { kindOf, redrawPicture, UnreadablePicture } from './pictures.ts'

/** The largest avatar on a screen, twice as fine. */
const largestSide = 512

/**
 * Makes a small square of an uploaded picture.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE; SERVICE_UNAVAILABLE where too many pictures wait already
 */
export async function readProfilePicture(file: UploadedFile): Promise<NewFile> {
  if (!(await kindOf(file, profileImageTypes))) throw unsupported(profileImageTypeText)
  try {
    const bytes = await redrawPicture(file.bytes, async (picture) => {
      const { autoOrient } = await picture.metadata()
      const side = Math.min(largestSide, autoOrient.width, autoOrient.height)
      return picture.resize({ width: side, height: side, fit: 'cover' }).webp({ quality: 82 })
    })
    return { bytes, extension: 'webp', type: 'image/webp' }
  } catch (cause) {
    if (!(cause instanceof UnreadablePicture)) throw cause
    throw unsupported('This picture could not be read.', cause)
  }
}

function unsupported(text: string, cause?: unknown): ApiFailure {
  return new ApiFailure('UNSUPPORTED_FILE_TYPE', {
    message: text,
    fieldErrors: { profile: text },
    cause,
  })
}
