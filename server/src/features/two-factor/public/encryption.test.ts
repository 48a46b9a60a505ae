import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../config/index.ts'
import { openEncryption } from '../open-encryption.ts'
import { createEncryption } from './encryption.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const user = '01900000-0000-7000-8000-000000000001'
const other = '01900000-0000-7000-8000-000000000002'
const plain = Buffer.from('a secret')

describe('an encrypted secret', () => {
  it('can be decrypted only if it is unaltered, with its key and for its user', () => {
    const encryption = createEncryption([newKey])
    const kept = encryption.encrypt(user, plain)
    expect(kept.sealed.includes(plain)).toBe(false)
    expect(encryption.decrypt(user, kept)).toEqual(plain)
    expect(encryption.decrypt(other, kept)).toBeUndefined()
    expect(createEncryption([oldKey]).decrypt(user, kept)).toBeUndefined()
    for (const at of [0, 12, kept.sealed.length - 1]) {
      const altered = Buffer.from(kept.sealed)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(encryption.decrypt(user, { ...kept, sealed: altered }), `byte ${at}`).toBeUndefined()
    }
    for (const length of [0, 27, kept.sealed.length - 1]) {
      const cut = kept.sealed.subarray(0, length)
      expect(encryption.decrypt(user, { ...kept, sealed: cut }), `${length} bytes`).toBeUndefined()
    }
  })

  it('is different each time it is encrypted', () => {
    const encryption = createEncryption([newKey])
    expect(encryption.encrypt(user, plain).sealed).not.toEqual(
      encryption.encrypt(user, plain).sealed,
    )
  })

  it('of an older key still decrypts, and new ones use the first key', () => {
    const before = createEncryption([oldKey]).encrypt(user, plain)
    const encryption = createEncryption([newKey, oldKey])
    expect(encryption.decrypt(user, before)).toEqual(plain)
    const after = encryption.encrypt(user, plain)
    expect(after.keyId).not.toBe(before.keyId)
    expect(createEncryption([newKey]).decrypt(user, after)).toEqual(plain)
  })
})

describe('the encryption key', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'raahi-key-')), 'data')
  })
  afterEach(() => rm(join(dataDir, '..'), { recursive: true, force: true }))
  const open = (env: NodeJS.ProcessEnv) => openEncryption({ ...readConfig(env), dataDir })
  const DATABASE_URL = 'postgresql://db.example/raahi'

  it('is created once beside the embedded database, readable only by its owner, even by concurrent starts', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => open({})))
    expect(new Set(opened.map((encryption) => encryption?.keyId)).size).toBe(1)
    expect((await open({}))?.keyId).toBe(opened[0]?.keyId)
    expect(await readdir(dataDir)).toEqual(['two-factor.key'])
    const path = join(dataDir, 'two-factor.key')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(path, 'utf8'), 'base64')).toHaveLength(32)
  })

  it('that is invalid stops the start with its path in the message', async () => {
    await open({})
    await writeFile(join(dataDir, 'two-factor.key'), 'not a key')
    await expect(open({})).rejects.toThrow(/two-factor\.key does not hold a 32-byte key/)
  })

  it('comes from the settings if the database is external; without the setting there is no key', async () => {
    expect(await open({ DATABASE_URL })).toBeUndefined()
    const TWO_FACTOR_KEY = newKey.toString('base64')
    const encryption = await open({ DATABASE_URL, TWO_FACTOR_KEY })
    expect(encryption?.keyId).toBe(createEncryption([newKey]).keyId)
    const list = `${newKey.toString('base64url')}, ${oldKey.toString('base64')}`
    const both = await open({ DATABASE_URL, TWO_FACTOR_KEY: list })
    expect(both?.keyId).toBe(encryption?.keyId)
    expect(both?.decrypt(user, createEncryption([oldKey]).encrypt(user, plain))).toEqual(plain)
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
  })

  it.each(['short', randomBytes(31).toString('base64'), 'x'.repeat(50), `${'A'.repeat(43)}=,`])(
    'rejects %s without repeating it in the message',
    (TWO_FACTOR_KEY) => {
      expect(() => readConfig({ TWO_FACTOR_KEY })).toThrow(
        'TWO_FACTOR_KEY must be 32 random bytes in base64, as `openssl rand -base64 32` prints, or several separated by commas.',
      )
    },
  )

  it('is required if every admin must have a second factor', () => {
    const required = { ADMIN_TWO_FACTOR: 'required' }
    expect(() => readConfig({ ...required, DATABASE_URL })).toThrow(
      'ADMIN_TWO_FACTOR=required needs TWO_FACTOR_KEY',
    )
    const TWO_FACTOR_KEY = newKey.toString('base64')
    expect(readConfig({ ...required, DATABASE_URL, TWO_FACTOR_KEY }).twoFactor.required).toBe(true)
    expect(readConfig(required).twoFactor).toMatchObject({ required: true, keyFile: true })
    expect(readConfig({}).twoFactor.required).toBe(false)
    expect(() => readConfig({ ADMIN_TWO_FACTOR: 'on' })).toThrow('ADMIN_TWO_FACTOR must be one of')
  })
})
