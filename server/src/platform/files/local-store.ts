import { mkdir, open, opendir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../database/errors.ts'
import { ApiFailure } from '../http/failure.ts'
import type { FileArea, FileStore } from './file-store.ts'
import { isStoredName, newStoredName } from './stored-names.ts'

const listedAtOnce = 500

/** Folder of an area in the data folder. */
export function localFolder(dataDir: string, area: FileArea): string {
  return join(dataDir, 'files', area)
}

/**
 * Stores files in the data folder, accessible only to the server's user. Every disk error, such as a full disk, is
 * answered with SERVICE_UNAVAILABLE and logged with its cause.
 */
export function createLocalStore(dataDir: string): FileStore {
  const folderOf = (area: FileArea) => localFolder(dataDir, area)
  const pathOf = (area: FileArea, name: string) => join(folderOf(area), name)
  return {
    async save(area, { bytes, extension }) {
      const name = newStoredName(extension)
      try {
        await mkdir(folderOf(area), { recursive: true, mode: 0o700 })
        await writeDurably(pathOf(area, name), bytes)
        await syncFolder(folderOf(area))
      } catch (cause) {
        throw new ApiFailure('SERVICE_UNAVAILABLE', { cause })
      }
      return name
    },

    async read(area, name) {
      if (!isStoredName(name)) return null
      try {
        return await readFile(pathOf(area, name)).catch(nullIfMissing)
      } catch (cause) {
        throw new ApiFailure('SERVICE_UNAVAILABLE', { cause })
      }
    },

    async remove(area, name) {
      if (isStoredName(name)) await rm(pathOf(area, name), { force: true })
    },

    async *listStoredBefore(area, moment, since = new Date(0)) {
      const folder = await opendir(folderOf(area)).catch(nullIfMissing)
      if (!folder) return
      let names: string[] = []
      for await (const { name } of folder) {
        if (!isStoredName(name)) continue
        const file = await stat(pathOf(area, name)).catch(nullIfMissing)
        if (file && file.mtime < moment && file.mtime >= since) names.push(name)
        if (names.length < listedAtOnce) continue
        yield names
        names = []
      }
      if (names.length > 0) yield names
    },
  }
}

/** Resolves once the bytes are on the disk; an incomplete file is removed. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true }).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and writes its entries through.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nullIfMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}
