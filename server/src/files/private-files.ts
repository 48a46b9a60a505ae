import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Names that `savePrivateFile` gives; no other is ever looked up. */
const namePattern = /^[A-Za-z0-9_-]{32}\.[a-z0-9]{2,5}$/

/**
 * Stores a file that nobody can reach through the web server, under a random name.
 * @param folder made where it is missing, open to the server's user alone
 * @param extension without the dot, such as `pdf`
 * @returns its name, once the file and its entry in the folder are on the disk
 */
export async function savePrivateFile(
  folder: string,
  bytes: Uint8Array,
  extension: string,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${randomBytes(24).toString('base64url')}.${extension}`
  const file = await open(pathOf(folder, name), 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
  return name
}

/** @throws Error ENOENT where there is no such file */
export async function readPrivateFile(folder: string, name: string): Promise<Buffer> {
  return readFile(pathOf(folder, name))
}

/** Removes a file; one that is not there is no fault. */
export async function removePrivateFile(folder: string, name: string): Promise<void> {
  await rm(pathOf(folder, name), { force: true })
}

function pathOf(folder: string, name: string): string {
  if (!namePattern.test(name)) throw new Error('not a name that this store gives')
  return join(folder, name)
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
