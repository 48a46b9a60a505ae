import type { Answer } from '@raahi/contract/endpoint'
import { type ImportField, importLimits } from '@raahi/contract/import-labels'
import type { uploadImport as uploadImportCall } from '@raahi/contract/imports'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import { guessFields } from './guess-columns.ts'
import { findRememberedFields } from './imports.queries.ts'
import { FileRefused } from './read-file/file-refused.ts'
import { readInThread } from './read-file/read-in-thread.ts'

/** Rows per statement. */
const rowsAtOnce = 1000
const maxSamples = 3

/**
 * Stores the rows of a file. Nothing is added yet: an admin checks it first.
 * @throws ApiFailure SOURCE_NOT_FOUND; VALIDATION_FAILED if the source is paused, or the file cannot be read
 */
export async function uploadImport(
  database: Database,
  actor: Actor,
  { file, sourceId, consentText }: { file: UploadedFile; sourceId: string; consentText: string },
): Promise<Answer<typeof uploadImportCall>> {
  const source = await database.kysely
    .selectFrom('sources')
    .select('state')
    .where('id', '=', sourceId)
    .executeTakeFirst()
  if (!source) throw new ApiFailure('SOURCE_NOT_FOUND')
  if (source.state === 'paused') throw validationFailure({ sourceId: 'This source is paused.' })
  const { headings, rows } = await readInThread(file.bytes).catch((error: unknown) => {
    if (error instanceof FileRefused) throw validationFailure({ file: error.message })
    throw error
  })
  const id = uuidv7()
  const fields = await withTransaction(database, async (tx) => {
    const remembered = await findRememberedFields(tx, sourceId)
    const chosen = chooseFields(headings, remembered)
    await tx
      .insertInto('imports')
      .values({
        id,
        source_id: sourceId,
        file_name: file.name.replace(/\p{Cc}/gu, '').slice(0, importLimits.fileName),
        headings,
        fields: chosen,
        consent_text: consentText,
        row_count: rows.length,
        uploaded_by: actor.userId,
      })
      .execute()
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const batch = rows.slice(from, from + rowsAtOnce)
      await tx
        .insertInto('import_rows')
        .values(batch.map((row) => ({ import_id: id, ...row })))
        .execute()
    }
    await recordAction(tx, actor, {
      action: 'import.upload',
      subjectType: 'import',
      subjectId: id,
      after: { sourceId, rows: rows.length, consentText },
    })
    return chosen
  })
  return { _id: id, columns: toColumns(headings, fields, rows), rows: rows.length }
}

/**
 * The field of each column: what an admin chose before, else a guess. Only a name can be in several columns, and a choice comes
 * before a guess.
 */
function chooseFields(
  headings: string[],
  remembered: ReadonlyMap<string, ImportField | null>,
): (ImportField | null)[] {
  const chosen = headings.map((heading) => remembered.get(heading) ?? null)
  return guessFields(headings).map((guess, at) => {
    const isRemembered = remembered.has(headings[at] ?? '')
    const field = isRemembered ? (chosen[at] ?? null) : guess
    const first = field === null ? -1 : chosen.indexOf(field)
    return field === 'name' || first < 0 || (isRemembered && first === at) ? field : null
  })
}

/** The columns with their first values. */
export function toColumns<Field extends string>(
  headings: string[],
  fields: (Field | null)[],
  rows: readonly { cells: string[] }[],
) {
  return headings.map((heading, at) => ({
    heading,
    field: fields[at] ?? null,
    samples: rows
      .map(({ cells }) => cells[at] ?? '')
      .filter((text) => text !== '')
      .slice(0, maxSamples),
  }))
}
