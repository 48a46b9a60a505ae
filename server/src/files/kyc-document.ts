import { kycTypes, kycTypeText } from '@raahi/contract/auth'
import { ApiFailure } from '../http/failure.ts'
import type { UploadedFile } from '../http/multipart.ts'
import type { NewFile } from './file-store.ts'
import { kindOf, redrawPicture, UnreadablePicture } from './pictures.ts'

/** A document that is safe to keep. */
export interface KycDocument extends NewFile {
  /** As the sender named it, without any folder: shown to admins, never used as a path. */
  name: string
}

const mediaTypes = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' } as const

/** A document stays readable at this many pixels a side. */
const largestSide = 4096

/**
 * Checks that a document is what its name says, by its content. A picture is drawn anew.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE; SERVICE_UNAVAILABLE where too many pictures wait already
 */
export async function readKycDocument(file: UploadedFile): Promise<KycDocument> {
  const extension = await kindOf(file, kycTypes)
  if (!extension) throw unsupported(kycTypeText)
  return {
    bytes: extension === 'pdf' ? file.bytes : await redraw(file.bytes, extension),
    extension,
    type: mediaTypes[extension],
    name: shownName(file.name, extension),
  }
}

async function redraw(bytes: Buffer, extension: 'jpg' | 'png'): Promise<Buffer> {
  try {
    return await redrawPicture(bytes, (picture) => {
      const fitted = picture.resize({
        width: largestSide,
        height: largestSide,
        fit: 'inside',
        withoutEnlargement: true,
      })
      return extension === 'jpg' ? fitted.jpeg({ quality: 88 }) : fitted.png()
    })
  } catch (cause) {
    if (!(cause instanceof UnreadablePicture)) throw cause
    throw unsupported('This picture could not be read.', cause)
  }
}

function unsupported(text: string, cause?: unknown): ApiFailure {
  return new ApiFailure('UNSUPPORTED_FILE_TYPE', {
    message: text,
    fieldErrors: { kyc: text },
    cause,
  })
}

/** The last part of the sender's path without control characters, at most 120 characters. */
function shownName(name: string, extension: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  const stem = clean.replace(/\.[^.]*$/, '').slice(0, 110)
  return `${stem || 'kyc'}.${extension}`
}
