import { logoTypes, logoTypeText } from '@raahi/contract/agency-logo'
import { profileImageTypes, profileImageTypeText } from '@raahi/contract/profile'
import { pictureTypes, pictureTypeText } from '@raahi/contract/replacement-pictures'
import type { UploadedFile } from '../http/multipart.ts'
import type { NewFile } from './file-store.ts'
import { detectFileKind, drawUpload, type Pictures, unsupportedFile } from './pictures.ts'

/** The pictures that users upload, by the field of the form: a logo for documents, a small square, a readable screenshot. */
const uploads = {
  logo: { types: logoTypes, typeText: logoTypeText, as: 'logo', extension: 'png' },
  profile: {
    types: profileImageTypes,
    typeText: profileImageTypeText,
    as: 'avatar',
    extension: 'webp',
  },
  picture: { types: pictureTypes, typeText: pictureTypeText, as: 'screenshot', extension: 'webp' },
} as const

/**
 * Encodes an uploaded picture again, at the size and in the format of its use.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE; FILE_TOO_LARGE for a picture that needs too much memory to decode;
 * SERVICE_UNAVAILABLE if too many pictures are waiting
 */
export async function readUploadedPicture(
  pictures: Pictures,
  field: keyof typeof uploads,
  file: UploadedFile,
  userId: string,
): Promise<NewFile> {
  const { types, typeText, as, extension } = uploads[field]
  if (!(await detectFileKind<string>(file, types))) throw unsupportedFile(field, typeText)
  const bytes = await drawUpload(pictures, field, { bytes: file.bytes, as }, { userId })
  return { bytes, extension, type: `image/${extension}` }
}
