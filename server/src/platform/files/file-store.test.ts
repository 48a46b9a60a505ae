import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import type { FileStore, NewFile } from './file-store.ts'
import { createLocalStore, localFolder } from './local-store.ts'
import { createS3Store } from './s3-store.ts'

const day = 24 * 60 * 60 * 1000
const pdf = (text: string): NewFile => ({
  bytes: Buffer.from(text),
  extension: 'pdf',
  type: 'application/pdf',
})

let dataDir: string
let s3: S3Server
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'raahi-files-'))
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function listed(store: FileStore, moment: Date): Promise<string[]> {
  const names: string[] = []
  for await (const some of store.listStoredBefore('profile', moment)) names.push(...some)
  return names
}

describe.each(['a folder', 'an S3 bucket'])('files in %s', (kind) => {
  let store: FileStore
  beforeAll(() => {
    store = kind === 'a folder' ? createLocalStore(dataDir) : createS3Store(s3.settings)
  })
  const pathOf = (area: string, name: string) =>
    kind === 'a folder' ? join(dataDir, 'files', area, name) : s3.pathOf(`${area}/${name}`)

  it('are returned unchanged, each under a separate random name', async () => {
    const bytes = randomBytes(300_000)
    const file = { bytes, extension: 'png', type: 'image/png' }
    const names = [await store.save('kyc', file), await store.save('kyc', file)]
    expect(new Set(names).size).toBe(2)
    for (const name of names) {
      expect(name).toMatch(/^[\w-]{32}\.png$/)
      expect((await store.read('kyc', name))?.equals(bytes)).toBe(true)
      expect((await stat(pathOf('kyc', name))).size).toBe(bytes.length)
    }
  })

  it('of one area are not found in the other', async () => {
    const name = await store.save('kyc', pdf('private'))
    expect(await store.read('profile', name)).toBeNull()
    await store.remove('profile', name)
    expect(String(await store.read('kyc', name))).toBe('private')
  })

  it('can be removed, and removing them again is no error', async () => {
    const name = await store.save('kyc', pdf('x'))
    await store.remove('kyc', name)
    expect(await store.read('kyc', name)).toBeNull()
    await store.remove('kyc', name)
  })

  it('have no other names: nothing outside the store is read', async () => {
    await writeFile(join(dataDir, 'secret.pdf'), 'secret')
    const requestCount = s3.requests.length
    for (const name of [
      '../../secret.pdf',
      '..%2f..%2fsecret.pdf',
      '/etc/passwd',
      'secret.pdf',
      '',
      '.',
      `${'a'.repeat(32)}.pdf/../../../secret.pdf`,
      `${'a'.repeat(32)}.pdf\0.png`,
      `${'ａ'.repeat(32)}.pdf`,
    ]) {
      expect(await store.read('kyc', name), name).toBeNull()
      await store.remove('kyc', name)
    }
    expect(s3.requests.length).toBe(requestCount)
    expect(await stat(join(dataDir, 'secret.pdf'))).toBeDefined()
  })

  it('are listed by the time they were stored, in any number', async () => {
    expect(await listed(store, new Date(Date.now() + day))).toEqual([])
    const names: string[] = []
    // One more than the size of a batch.
    for (let batch = 0; batch < 3; batch += 1) {
      names.push(
        ...(await Promise.all(Array.from({ length: 167 }, () => store.save('profile', pdf('x'))))),
      )
    }
    const [old = ''] = names
    const yesterday = new Date(Date.now() - day)
    await utimes(pathOf('profile', old), yesterday, yesterday)
    expect(await listed(store, new Date(Date.now() - day / 2))).toEqual([old])
    const all = await listed(store, new Date(Date.now() + day))
    expect(all.sort()).toEqual(names.sort())
  })
})

describe('a folder', () => {
  it('and its files are accessible only to the server', async () => {
    const store = createLocalStore(dataDir)
    const name = await store.save('kyc', pdf('x'))
    const folder = localFolder(dataDir, 'kyc')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  })

  it('lists only what the store created', async () => {
    const other = join(dataDir, 'other')
    const folder = localFolder(other, 'profile')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'readme.txt'), 'by hand')
    expect(await listed(createLocalStore(other), new Date(Date.now() + day))).toEqual([])
    expect(await readdir(folder)).toEqual(['readme.txt'])
  })
})

it('a folder on a failing disk counts as unreachable', async () => {
  const other = await mkdtemp(join(dataDir, 'other-'))
  const store = createLocalStore(other)
  const name = await store.save('profile', pdf('a picture'))
  const folder = localFolder(other, 'profile')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'a file where the folder was')
  await expect(store.save('profile', pdf('another'))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  await expect(store.read('profile', name)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

describe('a bucket', () => {
  const down = { status: 503, code: 'SERVICE_UNAVAILABLE' }

  it('gets private objects with their media type, and no readable key', async () => {
    const name = await createS3Store(s3.settings).save('kyc', pdf('x'))
    const put = s3.requests.findLast(({ method }) => method === 'PUT')
    expect(put?.path).toContain(`/${s3.settings.bucket}/kyc/${name}`)
    expect(put?.headers['content-type']).toBe('application/pdf')
    expect(Object.keys(put?.headers ?? {}).filter((header) => /acl|grant/.test(header))).toEqual([])
    const open = await fetch(`${s3.settings.endpoint}/${s3.settings.bucket}/kyc/${name}`)
    expect(open.status).toBe(403)
  })

  it('that rejects the secret counts as unreachable', async () => {
    const store = createS3Store({ ...s3.settings, secretAccessKey: 'wrong' })
    await expect(store.save('kyc', pdf('x'))).rejects.toMatchObject({ code: down.code })
    await expect(store.read('kyc', `${'a'.repeat(32)}.pdf`)).rejects.toMatchObject({
      code: down.code,
    })
  })

  it.each(['down', 'silent'] as const)(
    'that is %s fails within its time limit, and is used again later',
    async (state) => {
      const times = { connectionTimeout: 200, requestTimeout: 300 }
      const store = createS3Store(s3.settings, times)
      const name = await store.save('kyc', pdf('kept'))
      s3.state = state
      const requestCount = s3.requests.length
      try {
        await expect(store.save('kyc', pdf('x'))).rejects.toMatchObject({ code: down.code })
        expect(s3.requests.length - requestCount).toBe(3)
        await expect(store.read('kyc', name)).rejects.toMatchObject({ code: down.code })
        await expect(store.remove('kyc', name)).rejects.toMatchObject({ code: down.code })
      } finally {
        s3.state = 'up'
      }
      expect(String(await store.read('kyc', name))).toBe('kept')
    },
  )
})
