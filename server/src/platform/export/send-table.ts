import { once } from 'node:events'
import { Readable } from 'node:stream'
import { type ExportFormat, exportTypes } from '@raahi/contract/export-format'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { FastifyReply } from 'fastify'
import type { Table } from './columns.ts'
import { csvOf } from './csv.ts'

/**
 * Streams a table as a file, each chunk when the client can receive it. Resolves when the last chunk is sent or the client
 * is gone. In both cases `batches` is closed, so that its `finally` runs. If the rows fail before their first batch, the
 * response is an ordinary error; later the connection is closed, so that a partial file is never taken for a complete one.
 * @param name name of the file, without date and extension
 */
export async function sendTable<Row>(
  reply: FastifyReply,
  { name, format = 'csv' }: { name: string; format?: ExportFormat | undefined },
  { columns, batches }: Table<Row>,
): Promise<void> {
  const first = await batches.next()
  const table = { columns, batches: withFirst(first, batches) }
  setFileHeaders(reply, `${name}-${dayInIndia()}`, format)
  const chunks = format === 'csv' ? csvOf(table) : await workbookOf(name, table)
  const body = Readable.from(chunks, { objectMode: false })
  const isOver = once(body, 'close')
  reply.send(body)
  await isOver
  await batches.return()
}

/** @param name name of the file, without extension */
export function setFileHeaders(reply: FastifyReply, name: string, format: ExportFormat): void {
  reply
    .header('content-type', exportTypes[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
}

/** The library is loaded with the first workbook, so that the start is faster. */
async function workbookOf<Row>(name: string, table: Table<Row>) {
  const { xlsxOf } = await import('./xlsx.ts')
  return xlsxOf(name, table)
}

async function* withFirst<Row>(
  first: IteratorResult<Row[], void>,
  rest: AsyncGenerator<Row[], void>,
): AsyncGenerator<Row[], void> {
  if (!first.done) yield first.value
  yield* rest
}
