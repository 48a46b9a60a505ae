import { pictureTypes, pictureTypeText } from '@raahi/contract/replacement-pictures'
import { ApiFailure } from '../http/failure.ts'
import type { UploadedFile } from '../http/multipart.ts'
import type { NewFile } from './file-store.ts'
import { kindOf, onField, type Pictures, UnreadablePicture } from './pictures.ts'

/**
 * Encodes an uploaded picture again, at a size at which a screenshot is readable.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE; FILE_TOO_LARGE for a picture that needs too much memory to decode;
 * SERVICE_UNAVAILABLE if too many pictures are waiting
 */
export async function readRequestPicture(
  pictures: Pictures,
  file: UploadedFile,
  userId: string,
): Promise<NewFile> {
  if (!(await kindOf(file, pictureTypes))) throw unsupported(pictureTypeText)
  try {
    const bytes = await pictures.draw({ bytes: file.bytes, as: 'screenshot' }, { userId })
    return { bytes, extension: 'webp', type: 'image/webp' }
  } catch (cause) {
    if (cause instanceof UnreadablePicture) {
      throw unsupported('We could not read this picture. Please try another one.', cause)
    }
    throw onField('picture', cause)
  }
}

function unsupported(text: string, cause?: unknown): ApiFailure {
  return new ApiFailure('UNSUPPORTED_FILE_TYPE', {
    message: text,
    fieldErrors: { picture: text },
    cause,
  })
}
