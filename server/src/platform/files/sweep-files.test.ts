import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAgent } from '../../testing/factories.ts'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createFileStore } from './create-file-store.ts'
import type { FileArea, FileStore } from './file-store.ts'
import { withStoredFile } from './named-files.ts'
import { sweepFiles } from './sweep-files.ts'

const hour = 60 * 60 * 1000
const file = { bytes: Buffer.from('x'), extension: 'webp', type: 'image/webp' }

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.stop())

describe.each(['a folder', 'an S3 bucket'])('unreferenced files in %s', (kind) => {
  let app: TestApp
  let files: FileStore
  beforeAll(async () => {
    app = await createTestApp({ overrides: kind === 'a folder' ? {} : { s3: s3.settings } })
    files = createFileStore(app.config)
  })
  afterAll(() => app.close())

  /** Stores a file with a time that many hours ago. */
  async function stored(area: FileArea, hoursAgo: number): Promise<string> {
    const name = await files.save(area, file)
    const path =
      kind === 'a folder'
        ? join(app.config.dataDir, 'files', area, name)
        : s3.pathOf(`${area}/${name}`)
    const at = new Date(Date.now() - hoursAgo * hour)
    await utimes(path, at, at)
    return name
  }

  /** Makes the database that many hours old. */
  async function ageDatabase(hours: number): Promise<void> {
    await sql`update schema_migrations set applied_at = now() - make_interval(hours => ${hours}::integer)`.execute(
      app.db,
    )
  }

  it('are kept if they are older than the database: another database may reference them', async () => {
    await ageDatabase(30)
    const [others, own] = [await stored('kyc', 31), await stored('kyc', 29)]
    await sweepFiles(app.database, files)
    expect(await files.read('kyc', others)).not.toBeNull()
    expect(await files.read('kyc', own)).toBeNull()
  })

  it('are removed after a day; referenced files are kept', async () => {
    await ageDatabase(1000)
    const named = { kyc: await stored('kyc', 100), profile: await stored('profile', 100) }
    await makeAgent(app.db, { kyc_file: named.kyc, kyc_name: 'a.pdf', kyc_type: 'x/y' })
    await makeAgent(app.db, { profile_file: named.profile })
    const recent = [await stored('kyc', 23), await stored('profile', 23)] as const
    const old = [await stored('kyc', 25), await stored('profile', 25)] as const
    await sweepFiles(app.database, files)
    expect(await files.read('kyc', named.kyc)).not.toBeNull()
    expect(await files.read('profile', named.profile)).not.toBeNull()
    expect(await files.read('kyc', recent[0])).not.toBeNull()
    expect(await files.read('profile', recent[1])).not.toBeNull()
    expect(await files.read('kyc', old[0])).toBeNull()
    expect(await files.read('profile', old[1])).toBeNull()
  })

  it('are removed at once if the transaction that would reference them failed', async () => {
    let name: string | null = null
    const work = async (given: string | null) => {
      name = given
      throw new Error('refused')
    }
    const deps = { database: app.database, files }
    await expect(withStoredFile(deps, 'profile', file, work)).rejects.toThrow('refused')
    expect(name).not.toBeNull()
    expect(await files.read('profile', name ?? '')).toBeNull()
  })

  it('are kept if the transaction committed although its response was lost', async () => {
    const agent = await makeAgent(app.db)
    let name = ''
    const work = async (given: string | null) => {
      name = given ?? ''
      await app.db
        .updateTable('users')
        .set({ profile_file: given })
        .where('id', '=', agent.id)
        .execute()
      throw new Error('connection lost')
    }
    const deps = { database: app.database, files }
    await expect(withStoredFile(deps, 'profile', file, work)).rejects.toThrow('connection lost')
    expect(await files.read('profile', name)).not.toBeNull()
  })
})
