import { logoTypes, logoTypeText } from '@raahi/contract/agency-logo'
import { ApiFailure } from '../http/failure.ts'
import type { UploadedFile } from '../http/multipart.ts'
import type { NewFile } from './file-store.ts'
import { kindOf, onField, type Pictures, UnreadablePicture } from './pictures.ts'

/**
 * Encodes an uploaded logo again, as a PNG that a document can show.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE; FILE_TOO_LARGE for a picture that needs too much memory to decode;
 * SERVICE_UNAVAILABLE if too many pictures are waiting
 */
export async function readAgencyLogo(
  pictures: Pictures,
  file: UploadedFile,
  userId: string,
): Promise<NewFile> {
  if (!(await kindOf(file, logoTypes))) throw unsupported(logoTypeText)
  try {
    const bytes = await pictures.draw({ bytes: file.bytes, as: 'logo' }, { userId })
    return { bytes, extension: 'png', type: 'image/png' }
  } catch (cause) {
    if (cause instanceof UnreadablePicture) {
      throw unsupported('We could not read this picture. Please try another one.', cause)
    }
    throw onField('logo', cause)
  }
}

function unsupported(text: string, cause?: unknown): ApiFailure {
  return new ApiFailure('UNSUPPORTED_FILE_TYPE', {
    message: text,
    fieldErrors: { logo: text },
    cause,
  })
}
