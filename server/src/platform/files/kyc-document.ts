import { kycTypes, kycTypeText } from '@raahi/contract/auth'
import type { UploadedFile } from '../http/multipart.ts'
import type { NewFile } from './file-store.ts'
import {
  detectFileKind,
  drawUpload,
  type Pictures,
  type Sender,
  unsupportedFile,
} from './pictures.ts'

/** A validated document. */
export interface KycDocument extends NewFile {
  /** The sender's file name without folders: shown to admins, never used as a path. */
  name: string
}

const mediaTypes = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' } as const

/**
 * Checks by its content that a document is what its name says. A picture is encoded again.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE; FILE_TOO_LARGE for a picture that needs too much memory to decode;
 * SERVICE_UNAVAILABLE if too many pictures are waiting
 */
export async function readKycDocument(
  pictures: Pictures,
  file: UploadedFile,
  sender: Sender,
): Promise<KycDocument> {
  const extension = await detectFileKind(file, kycTypes)
  if (!extension) throw unsupportedFile('kyc', kycTypeText)
  const { bytes } = file
  return {
    bytes:
      extension === 'pdf'
        ? bytes
        : await drawUpload(pictures, 'kyc', { bytes, as: extension }, sender),
    extension,
    type: mediaTypes[extension],
    name: shownName(file.name, extension),
  }
}

/** The last part of the sender's path without control characters, at most 120 characters. */
function shownName(name: string, extension: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  const stem = clean.replace(/\.[^.]*$/, '').slice(0, 110)
  return `${stem || 'kyc'}.${extension}`
}
