import { createBoundedQueue } from '../http/bounded-queue.ts'
import { ApiFailure } from '../http/failure.ts'
import type { UploadedFile } from '../http/multipart.ts'

/** A document that is safe to keep. */
export interface KycDocument {
  bytes: Buffer
  extension: 'pdf' | 'jpg' | 'png'
  /** Media type. */
  type: string
  /** As the sender named it, without any folder: shown to admins, never used as a path. */
  name: string
}

const mediaTypes = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' } as const

/** A small file can hold a huge picture; more pixels than the largest phone cameras make are refused unread. */
const mostPixels = 120_000_000
/** A document stays readable at this many pixels a side. */
const largestSide = 4096

// Pictures are worked on one at a time: a server that others wait for has no core to spare for more.
const pictures = createBoundedQueue({ atOnce: 1, mostWaiting: 16 })

/**
 * Checks that a document is what its name says, by its content. A picture is drawn anew: what was hidden in the file or
 * noted about its place and time is gone.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE; SERVICE_UNAVAILABLE where too many pictures wait already
 */
export async function readKycDocument(file: UploadedFile): Promise<KycDocument> {
  const { fileTypeFromBuffer } = await import('file-type')
  const extension = extensionOf(file.name)
  const detected = await fileTypeFromBuffer(file.bytes)
  if (!extension || detected?.ext !== extension) {
    throw unsupported('Choose a pdf, jpg or png file.')
  }
  return {
    bytes: extension === 'pdf' ? file.bytes : await pictures(() => redraw(file.bytes, extension)),
    extension,
    type: mediaTypes[extension],
    name: shownName(file.name, extension),
  }
}

function extensionOf(name: string): KycDocument['extension'] | undefined {
  const extension = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase()
  if (extension === 'jpeg') return 'jpg'
  return extension === 'pdf' || extension === 'jpg' || extension === 'png' ? extension : undefined
}

/** The library for pictures, loaded with the first of them: most days of a server have none. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

async function redraw(bytes: Buffer, extension: 'jpg' | 'png'): Promise<Buffer> {
  const sharp = await loadSharp()
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: largestSide, height: largestSide, fit: 'inside', withoutEnlargement: true })
    return await (extension === 'jpg' ? picture.jpeg({ quality: 88 }) : picture.png()).toBuffer()
  } catch (cause) {
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
