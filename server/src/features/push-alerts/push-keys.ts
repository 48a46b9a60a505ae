import { sql } from 'kysely'
import type { Config } from '../../config/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Log } from '../../platform/log.ts'
import { makePushKeys, type PushKeys } from '../../platform/push/push-client.ts'
import type { Encrypted, Encryption } from '../two-factor/public/encryption.ts'

/** Binds the encrypted key to its purpose, as secrets of users are bound to the user. */
const owner = 'web push'

/** @returns undefined if alerts on devices are not set up */
export type ReadPushKeys = () => Promise<PushKeys | undefined>

interface Deps {
  config: Pick<Config, 'push'>
  database: Database
  encryption: Encryption | undefined
  log: Log
}

/**
 * Creates the reader of the product's key pair: the pair in the settings, or else the stored pair, which the first
 * process that needs it creates. All processes use the same pair, because a browser accepts alerts with one key only.
 */
export function createPushKeys(deps: Deps): ReadPushKeys {
  const configured = deps.config.push.keys
  if (configured) return async () => configured
  let cached: Promise<PushKeys | undefined> | undefined
  return () => {
    if (cached) return cached
    const reading = readStoredKeys(deps)
    cached = reading
    const forget = () => {
      if (cached === reading) cached = undefined
    }
    // A failure or a missing key is not cached, because an operator may change the stored key.
    reading.then((keys) => keys ?? forget(), forget)
    return reading
  }
}

async function readStoredKeys({ database, encryption, log }: Deps): Promise<PushKeys | undefined> {
  if (!encryption) return undefined
  const storedKeys = (await findKeys(database)) ?? (await makeKeys(database, encryption))
  const privateKey = encryption.decrypt(owner, storedKeys)
  if (privateKey)
    return { publicKey: storedKeys.publicKey, privateKey: privateKey.toString('base64url') }
  log.error({}, 'no key in TWO_FACTOR_KEY decrypts the key of web push: alerts on devices are off')
  return undefined
}

/**
 * Creates and stores a key pair. If several processes do so concurrently, all return the pair that was stored first.
 */
async function makeKeys(
  database: Database,
  encryption: Encryption,
): Promise<Encrypted & { publicKey: string }> {
  const { publicKey: public_key, privateKey } = makePushKeys()
  const { keyId: key_id, sealed } = encryption.encrypt(owner, Buffer.from(privateKey, 'base64url'))
  await database.kysely
    .insertInto('push_keys')
    .values({ public_key, key_id, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await findKeys(database)
  if (!stored) throw new Error('the keys of web push were removed while they were stored')
  return stored
}

async function findKeys(
  database: Database,
): Promise<(Encrypted & { publicKey: string }) | undefined> {
  return database.kysely
    .selectFrom('push_keys')
    .select(['public_key as publicKey', 'key_id as keyId', 'sealed'])
    .executeTakeFirst()
}

/**
 * Encrypts the stored key with the current encryption key, so that an older one can be removed from the settings.
 * @returns the number of encrypted keys, and whether the stored key could not be decrypted
 */
export async function reencryptPushKeys(
  database: Database,
  encryption: Encryption,
): Promise<{ reencrypted: number; isUnreadable: boolean }> {
  const storedKeys = await findKeys(database)
  if (!storedKeys || storedKeys.keyId === encryption.keyId)
    return { reencrypted: 0, isUnreadable: false }
  const privateKey = encryption.decrypt(owner, storedKeys)
  if (!privateKey) return { reencrypted: 0, isUnreadable: true }
  const encrypted = encryption.encrypt(owner, privateKey)
  const { numAffectedRows = 0n } = await sql`
    update push_keys set key_id = ${encrypted.keyId}, sealed = ${encrypted.sealed}
    where sealed = ${storedKeys.sealed}`.execute(database.kysely)
  return { reencrypted: Number(numAffectedRows), isUnreadable: false }
}
