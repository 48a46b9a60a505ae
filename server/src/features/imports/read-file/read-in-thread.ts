import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FileRefused } from './file-refused.ts'
import type { SheetResult, SheetWithContacts } from './sheet-worker.ts'

/** The largest file takes about 3 s of a core; an overloaded machine gets several times as much. */
const maxReadMs = 30_000
const maxMemoryMb = 768

/**
 * Reads a CSV or XLSX file in a thread with limited time and memory.
 * @throws FileRefused with a message for the admin
 */
export async function readInThread(bytes: Uint8Array): Promise<SheetWithContacts> {
  const worker = new Worker(join(import.meta.dirname, 'sheet-worker.ts'), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })
  const { promise, resolve, reject } = Promise.withResolvers<SheetResult>()
  const timer = setTimeout(
    () => reject(new FileRefused('This file takes too long to read.')),
    maxReadMs,
  )
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new FileRefused('This file is too large to read. Please divide it.')
        : error,
    ),
  )
  try {
    const result = await promise
    if ('refusal' in result) throw new FileRefused(result.refusal)
    return result.sheet
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
