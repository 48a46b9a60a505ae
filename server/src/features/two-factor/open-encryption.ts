import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/index.ts'
import { StartError } from '../../platform/start-error.ts'
import { createEncryption, type Encryption } from './public/encryption.ts'

/**
 * Reads the encryption keys of two-factor login from the settings, or creates one in the folder of the embedded
 * database.
 * @returns undefined if neither exists: two-factor login is then off
 * @throws StartError if the stored key cannot be read
 */
export async function openEncryption(
  config: Pick<Config, 'dataDir' | 'twoFactor'>,
): Promise<Encryption | undefined> {
  const { keys, keyFile } = config.twoFactor
  const texts = keyFile ? [await readOrCreateKey(config.dataDir)] : keys
  const [current, ...others] = texts.map((text) => Buffer.from(text, 'base64'))
  return current && createEncryption([current, ...others])
}

/**
 * Reads the key, or creates it. If several processes start concurrently, one of them creates the key and all read it.
 */
async function readOrCreateKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'two-factor.key')
  const key = (await readIfExists(path)) ?? (await createKey(dataDir, path))
  if (Buffer.from(key, 'base64').length !== 32) {
    throw new StartError(
      `${path} does not hold a 32-byte key. Restore the original key, or remove the file and reset the two-factor login of every admin.`,
    )
  }
  return key
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(`${path} cannot be read.`, { cause: error })
  }
}

/**
 * Creates the key. The file is written and synced before it gets its name, so that no secret is encrypted with a key
 * that can be lost.
 */
async function createKey(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(`${randomBytes(32).toString('base64')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(draft, path).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    throw new StartError(`${path} could not be created.`, { cause: error })
  } finally {
    await rm(draft, { force: true })
  }
  return (await readIfExists(path)) ?? ''
}
