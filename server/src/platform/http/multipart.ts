import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiFailure } from './failure.ts'
import { validationFailure } from './validation.ts'

export interface UploadedFile {
  /** The sender's name of the file: only displayed, never used as a path. */
  name: string
  bytes: Buffer
}

export interface Form {
  fields: Record<string, string>
  file: UploadedFile | null
}

type ExpectedFile = { field: string; maxBytes: number; required?: true }

export async function addMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fields: 20, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 100 },
  })
}

/**
 * Reads a multipart body: text fields, and at most one file in the field that the endpoint declares.
 * @throws ApiFailure VALIDATION_FAILED for a file in another field, a second file, or a missing file; FILE_TOO_LARGE;
 * MALFORMED_REQUEST for a body that is not a form or ends early
 */
export async function readForm(request: FastifyRequest, expected: ExpectedFile): Promise<Form> {
  try {
    return await readParts(request, expected)
  } catch (error) {
    // The parser throws plain errors for unreadable input; errors of the plugin have a status.
    const isKnown = error instanceof ApiFailure || (error instanceof Error && 'statusCode' in error)
    throw isKnown ? error : new ApiFailure('MALFORMED_REQUEST', { cause: error })
  }
}

async function readParts(request: FastifyRequest, expected: ExpectedFile): Promise<Form> {
  const fields = new Map<string, string>()
  let file: UploadedFile | null = null
  for await (const part of request.parts({ limits: { fileSize: expected.maxBytes } })) {
    if (part.type === 'field') {
      if (fields.has(part.fieldname))
        throw validationFailure({ [part.fieldname]: 'Send this field only once.' })
      // A form without a file may send its field as an empty text.
      if (part.fieldname === expected.field && part.value === '') continue
      fields.set(part.fieldname, String(part.value))
      continue
    }
    const declaredBytes = Number(request.headers['content-length'])
    const bytes = await readFile(part, expected, declaredBytes || 0)
    if (part.fieldname !== expected.field) {
      throw validationFailure({ [part.fieldname]: 'This field is not recognised.' })
    }
    // A browser sends an empty file if no file was chosen.
    if (bytes.length === 0 && !part.filename) continue
    if (file) throw validationFailure({ [expected.field]: 'Choose one file.' })
    file = { name: part.filename, bytes }
  }
  if (expected.required && !file) throw validationFailure({ [expected.field]: 'Choose a file.' })
  return { fields: Object.fromEntries(fields), file }
}

/**
 * Reads a file into one buffer. The chunks of the request are released as they arrive; otherwise the file would be in
 * memory twice.
 * @param declaredBytes length of the whole body as declared by the sender; 0 if undeclared
 * @throws ApiFailure FILE_TOO_LARGE on the field of the file
 */
async function readFile(
  { file }: MultipartFile,
  { field, maxBytes }: ExpectedFile,
  declaredBytes: number,
): Promise<Buffer> {
  let bytes = Buffer.allocUnsafeSlow(0)
  let length = 0
  try {
    for await (const chunk of file) {
      if (length + chunk.length > bytes.length) {
        const atLeast = Math.max(length + chunk.length, 2 * bytes.length)
        const larger = Buffer.allocUnsafeSlow(Math.max(atLeast, Math.min(declaredBytes, maxBytes)))
        bytes.copy(larger, 0, 0, length)
        bytes = larger
      }
      length += chunk.copy(bytes, length)
    }
  } catch (error) {
    if (!file.truncated) throw error
  }
  if (file.truncated) {
    const failure = new ApiFailure('FILE_TOO_LARGE')
    throw new ApiFailure('FILE_TOO_LARGE', { fieldErrors: { [field]: failure.message } })
  }
  return bytes.subarray(0, length)
}
