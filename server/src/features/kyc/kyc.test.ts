import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { kycMaxBytes, register } from '@raahi/contract/auth'
import { getUserById, getUserKyc } from '@raahi/contract/users'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileStore } from '../../platform/files/create-file-store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { blackPng } from '../../testing/pictures.ts'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../testing/test-app.ts'

const pdf = '%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'
const page = '<!doctype html><script>alert(document.cookie)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

let app: TestApp
let s3: S3Server
let files: FileStore
let admin: MadeUser
let jpg: Buffer
let png: Buffer
beforeAll(async () => {
  s3 = await startS3Server()
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#f5a623' } })
  jpg = await picture
    .clone()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'where I live' } })
    .toBuffer()
  png = await picture.clone().png().toBuffer()
})
afterAll(() => s3.stop())

let phones = 0
function newForm(...files: { field?: string; name: string; bytes: Uint8Array | string }[]) {
  phones += 1
  const fields = {
    name: 'Asha Rao',
    email: `${uniqueText()}@example.com`,
    password: 'long enough 1',
    phone: `9${String(700_000_000 + phones)}`,
    companyName: 'Rao Travels',
  }
  return formOf(fields, ...files)
}

const send = (...files: Parameters<typeof newForm>) =>
  app.call(register, { body: newForm(...files) })

/** Downloads the document as an admin. */
function download(userId: string) {
  return app.app.inject({
    url: `/api/auth/users/${userId}/kyc`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
}

async function stored(): Promise<string[]> {
  const names: string[] = []
  const later = new Date(Date.now() + 60_000)
  for await (const some of files.listStoredBefore('kyc', later)) names.push(...some)
  return names.sort()
}

describe.each(['a folder', 'an S3 bucket'])('a KYC document in %s', (kind) => {
  beforeAll(async () => {
    const overrides = kind === 'a folder' ? {} : { s3: s3.settings }
    app = await createTestApp({ overrides })
    files = createFileStore(app.config)
    admin = await makeAdmin(app.db)
  })
  afterAll(async () => {
    await expectAllInvariantsHold(app.database)
    await app.close()
  })

  it('is stored privately and sent to admins as an attachment', async () => {
    const { data } = await send({ name: 'pan card.pdf', bytes: pdf })
    expect(data.kyc).toBeNull()
    const seen = await app.as(admin).call(getUserById, { params: { id: data._id } })
    expect(seen.data.kyc).toEqual({ name: 'pan card.pdf', type: 'application/pdf' })

    const answer = await download(data._id)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(pdf)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="pan card.pdf"; filename*=UTF-8''pan%20card.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const [record] = await app.db
      .selectFrom('audit_log')
      .select(['actor_id'])
      .where('action', '=', 'user.read-kyc')
      .where('subject_id', '=', data._id)
      .execute()
    expect(record).toEqual({ actor_id: admin.id })
  })

  it('is refused to all other users, including its owner', async () => {
    const { data } = await send({ name: 'pan.pdf', bytes: pdf })
    const agent = await makeAgent(app.db)
    const params = { userId: data._id }
    expect((await app.call(getUserKyc, { params })).status).toBe(401)
    expect((await app.as(agent).call(getUserKyc, { params })).status).toBe(403)
    const [file = ''] = await stored()
    expect(file).toMatch(/pdf$/)
    for (const url of [`/files/kyc/${file}`, `/files/${file}`, `/${file}`, `/kyc/${file}`]) {
      const answer = await app.app.inject({ url })
      expect(answer.body).not.toContain('%PDF')
    }
  })

  it('is not found if the user has none', async () => {
    const agent = await makeAgent(app.db)
    const none = await app.as(admin).call(getUserKyc, { params: { userId: agent.id } })
    expect([none.status, none.code]).toEqual([404, 'FILE_NOT_FOUND'])
    const { data } = await send({ name: 'a.pdf', bytes: pdf })
    for (const name of await stored()) await files.remove('kyc', name)
    const lost = await app.as(admin).call(getUserKyc, { params: { userId: data._id } })
    expect([lost.status, lost.code]).toEqual([404, 'FILE_NOT_FOUND'])
    const unknownUser = { userId: '01890000-0000-7000-8000-000000000000' }
    const unknown = await app.as(admin).call(getUserKyc, { params: unknownUser })
    expect([unknown.status, unknown.code]).toEqual([404, 'USER_NOT_FOUND'])
  })

  it.each(['jpg', 'jpeg', 'JPG'])(
    'may be a picture named .%s, which is encoded again',
    async (end) => {
      expect((await sharp(jpg).metadata()).exif).toBeDefined()
      const { data } = await send({ name: `aadhaar.${end}`, bytes: jpg })
      const answer = await download(data._id)
      expect(answer.headers['content-type']).toBe('image/jpeg')
      const encoded = await sharp(answer.rawPayload).metadata()
      expect(encoded).toMatchObject({ format: 'jpeg', width: 60, height: 40 })
      expect(encoded.exif).toBeUndefined()
      expect(answer.rawPayload.includes('where I live')).toBe(false)
    },
  )

  it('loses data hidden behind the picture', async () => {
    for (const [name, bytes] of [
      ['a.jpg', jpg],
      ['a.png', png],
    ] as const) {
      const { data } = await send({ name, bytes: Buffer.concat([bytes, Buffer.from(page)]) })
      const answer = await download(data._id)
      expect(answer.rawPayload.includes('<script')).toBe(false)
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(60)
    }
  })

  it('is stored under a random name', async () => {
    const before = await stored()
    const outside = await readdir(app.config.dataDir)
    const { data } = await send({ name: '../../../evil.png', bytes: png })
    const [name = ''] = (await stored()).filter((file) => !before.includes(file))
    expect(name).toMatch(/^[\w-]{32}\.png$/)
    expect(await readdir(app.config.dataDir)).toEqual(outside)
    expect((await download(data._id)).headers['content-disposition']).toContain('"evil.png"')
  })

  it('has a download name that cannot break the header', async () => {
    const { data } = await send({ name: 'पैन "card"; \u202Egnp.x=1.pdf', bytes: pdf })
    const { headers } = await download(data._id)
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[^"\\]*\.pdf"; filename\*=UTF-8''[\w%.-]*\.pdf$/,
    )
    expect(decodeURIComponent(String(headers['content-disposition']).split("''")[1] ?? '')).toMatch(
      /^पैन %22card%22; gnp/,
    )
  })

  it.each([
    ['an HTML page named jpg', 'a.jpg', page],
    ['an HTML page named pdf', 'a.pdf', page],
    ['an HTML page followed by a PDF', 'a.pdf', page + pdf],
    ['an SVG with a script', 'a.svg', svg],
    ['an SVG named png', 'a.png', svg],
    ['a PDF named jpg', 'a.jpg', pdf],
    ['a PDF with two extensions', 'a.pdf.html', pdf],
    ['a PDF without an extension', 'pdf', pdf],
    ['an empty file named pdf', 'a.pdf', ''],
    ['only the start of a picture', 'a.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['a gif', 'a.gif', 'GIF89a\u0001\u0000\u0001\u0000'],
  ])('is rejected if it is %s', async (_what, name, bytes) => {
    const before = await stored()
    const answer = await send({ name, bytes })
    expect(answer.status).toBe(415)
    expect(answer.code).toBe('UNSUPPORTED_FILE_TYPE')
    expect(answer.fieldErrors).toEqual({ kyc: expect.any(String) })
    expect(await stored()).toEqual(before)
  })

  it('is rejected as a picture with the wrong extension, or one that is broken in the middle', async () => {
    expect((await send({ name: 'a.png', bytes: jpg })).status).toBe(415)
    expect((await send({ name: 'a.jpg', bytes: jpg.subarray(0, jpg.length / 2) })).status).toBe(415)
  })

  it('is rejected as a small file that contains a huge picture', async () => {
    const huge = blackPng(12_000)
    expect(huge.length).toBeLessThan(100_000)
    expect((await send({ name: 'a.png', bytes: huge })).status).toBe(413)
    expect((await send({ name: 'a.png', bytes: blackPng(3_000) })).status).toBe(201)
  })

  it('has at most 5 MB', async () => {
    const padded = (size: number) =>
      Buffer.concat([Buffer.from(pdf), Buffer.alloc(size - pdf.length)])
    expect((await send({ name: 'a.pdf', bytes: padded(kycMaxBytes) })).status).toBe(201)
    const larger = await send({ name: 'a.pdf', bytes: padded(kycMaxBytes + 1) })
    expect([larger.status, larger.code]).toEqual([413, 'FILE_TOO_LARGE'])
  })

  it('must be one file in the right field', async () => {
    const file = { name: 'a.pdf', bytes: pdf }
    const two = await send(file, file)
    expect([two.status, two.fieldErrors]).toEqual([400, { kyc: 'Choose one file.' }])
    const elsewhere = await send({ ...file, field: 'profile' })
    expect([elsewhere.status, Object.keys(elsewhere.fieldErrors ?? {})]).toEqual([400, ['profile']])
  })

  it('arrives unchanged, whether the request declares its length or not', async () => {
    const bytes = Buffer.concat([Buffer.from(pdf), randomBytes(700_000)])
    for (const declared of [true, false]) {
      const body = new Response(newForm({ name: 'a.pdf', bytes }))
      const type = body.headers.get('content-type') ?? ''
      const whole = Buffer.from(await body.arrayBuffer())
      const chunks = [whole.subarray(0, 100_000), whole.subarray(100_000)]
      const created = await app.app.inject({
        method: 'POST',
        url: register.path,
        headers: { 'content-type': type },
        payload: declared ? whole : Readable.from(chunks),
      })
      expect(created.statusCode).toBe(201)
      const downloads = await download(created.json().data._id)
      expect(downloads.rawPayload.equals(bytes)).toBe(true)
    }
  })

  it('is downloaded exactly as it is stored', async () => {
    const { data } = await send({ name: 'a.png', bytes: png })
    const { kyc_file: name } = await app.db
      .selectFrom('users')
      .select('kyc_file')
      .where('id', '=', data._id)
      .executeTakeFirstOrThrow()
    const storedBytes = await files.read('kyc', name ?? '')
    expect((await download(data._id)).rawPayload.equals(storedBytes ?? Buffer.of())).toBe(true)
  })
})

describe('while the bucket is unreachable', () => {
  beforeAll(async () => {
    app = await createTestApp({ overrides: { s3: s3.settings } })
    files = createFileStore(app.config)
    admin = await makeAdmin(app.db)
  })
  afterAll(() => app.close())

  it('a registration fails without its document, and no user is created', async () => {
    const before = await stored()
    const users = await app.db.selectFrom('users').select('id').execute()
    s3.state = 'down'
    const refused = await send({ name: 'a.pdf', bytes: pdf })
    s3.state = 'up'
    expect([refused.status, refused.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(refused.headers['retry-after']).toBeDefined()
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual(users)
    expect(await stored()).toEqual(before)
    expect((await send({ name: 'a.pdf', bytes: pdf })).status).toBe(201)
  })

  it('a document is not reported as missing, and its reading is not recorded', async () => {
    const { data } = await send({ name: 'a.pdf', bytes: pdf })
    s3.state = 'down'
    const answer = await download(data._id)
    s3.state = 'up'
    expect(answer.statusCode).toBe(503)
    const reads = await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'user.read-kyc')
      .where('subject_id', '=', data._id)
      .execute()
    expect(reads).toEqual([])
    expect((await download(data._id)).body).toBe(pdf)
  })
})
