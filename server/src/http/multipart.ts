import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiFailure } from './failure.ts'
import { invalid } from './validation.ts'

export interface UploadedFile {
  /** As the sender named it: shown to people, never used as a path. */
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
 * Reads a multipart body: text fields, and at most one file in the field that the endpoint names.
 * @throws ApiFailure VALIDATION_FAILED for a file elsewhere, a second one, or none where one is due; FILE_TOO_LARGE;
 *   MALFORMED_REQUEST for a body that is no form or breaks off
 */
export async function readForm(request: FastifyRequest, expected: ExpectedFile): Promise<Form> {
  try {
    return await readParts(request, expected)
  } catch (error) {
    // The parser throws bare errors at what it cannot take apart; those of the plugin carry their status.
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
        throw invalid({ [part.fieldname]: 'Send this field only once.' })
      // A form without a file may send its field as an empty text.
      if (part.fieldname === expected.field && part.value === '') continue
      fields.set(part.fieldname, String(part.value))
      continue
    }
    const bytes = await readFile(part, expected.field)
    if (part.fieldname !== expected.field) {
      throw invalid({ [part.fieldname]: 'This field is not recognised.' })
    }
    // A browser sends an empty file where none was chosen.
    if (bytes.length === 0 && !part.filename) continue
    if (file) throw invalid({ [expected.field]: 'Choose one file.' })
    file = { name: part.filename, bytes }
  }
  if (expected.required && !file) throw invalid({ [expected.field]: 'Choose a file.' })
  return { fields: Object.fromEntries(fields), file }
}

/** @throws ApiFailure FILE_TOO_LARGE on the field of the file */
async function readFile(part: MultipartFile, field: string): Promise<Buffer> {
  try {
    return await part.toBuffer()
  } catch (error) {
    if (!part.file.truncated) throw error
    const failure = new ApiFailure('FILE_TOO_LARGE')
    throw new ApiFailure('FILE_TOO_LARGE', { fieldErrors: { [field]: failure.message } })
  }
}
