import { profileImageMaxBytes, updateImageOfUser } from '@raahi/contract/profile'
import { getUserById, suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileStore } from '../../platform/files/create-file-store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { blackPng } from '../../testing/pictures.ts'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { createTestApp, formOf, type TestApp } from '../../testing/test-app.ts'

const page = '<!doctype html><script>alert(document.cookie)</script>'
const php = '<?php system($_GET["c"]); ?>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

let s3: S3Server
let app: TestApp
let files: FileStore
let agent: MadeUser
let wide: Buffer
beforeAll(async () => {
  s3 = await startS3Server()
  wide = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#2b2d5b' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'where I live' } })
    .toBuffer()
})
afterAll(() => s3.stop())

type Sent = { field?: string; name: string; bytes: Uint8Array | string }

function send(by: MadeUser, ...sent: Sent[]) {
  const form = formOf({}, ...sent.map((file) => ({ field: 'profile', ...file })))
  return app.as(by).call(updateImageOfUser, { body: form })
}

async function stored(): Promise<string[]> {
  const names: string[] = []
  for await (const some of files.listStoredBefore('profile', new Date(Date.now() + 60_000))) {
    names.push(...some)
  }
  return names.sort()
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.n ?? 0
}

/** Loads the picture without a session. */
const loadPicture = (url: string | null) => app.app.inject({ url: url ?? '/none' })

describe.each(['a folder', 'an S3 bucket'])('a profile picture in %s', (kind) => {
  beforeAll(async () => {
    app = await createTestApp({ overrides: kind === 'a folder' ? {} : { s3: s3.settings } })
    files = createFileStore(app.config)
    agent = await makeAgent(app.db)
  })
  afterAll(() => app.close())

  it('becomes a small square without metadata, and can be cached by everyone', async () => {
    const answer = await send(agent, { name: 'me.jpg', bytes: wide })
    expect([answer.status, answer.message]).toEqual([200, 'Successfully updated user profile'])
    const { profile } = answer.data
    expect(profile).toMatch(/^\/files\/profile\/[\w-]{32}\.webp$/)
    const picture = await loadPicture(profile)
    expect(picture.statusCode).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(picture.headers['set-cookie']).toBeUndefined()
    const metadata = await sharp(picture.rawPayload).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(metadata.exif).toBeUndefined()
    expect(picture.rawPayload.includes('where I live')).toBe(false)
    const { data } = await app.as(agent).call(getUserById, { params: { id: agent.id } })
    expect(data.profile).toBe(profile)
  })

  it.each(['png', 'webp', 'jpeg', 'JPG'])('may be a .%s file', async (ending) => {
    const format = /^jpe?g$/i.test(ending) ? 'jpeg' : (ending as 'png' | 'webp')
    const bytes = await sharp(wide).resize(64, 40).toFormat(format).toBuffer()
    const { data } = await send(agent, { name: `a.${ending}`, bytes })
    // A small picture is not enlarged.
    expect(await sharp((await loadPicture(data.profile)).rawPayload).metadata()).toMatchObject({
      width: 40,
      height: 40,
    })
  })

  it('is upright, and shows the first frame of an animation', async () => {
    const halves = await sharp({
      create: { width: 100, height: 100, channels: 3, background: 'red' },
    })
      .composite([
        {
          input: { create: { width: 50, height: 100, channels: 3, background: 'blue' } },
          left: 50,
          top: 0,
        },
      ])
      .jpeg()
      // Rotated by metadata: the left side of the file is the top of the picture.
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const upright = await send(agent, { name: 'a.jpg', bytes: halves })
    const top = await sharp((await loadPicture(upright.data.profile)).rawPayload)
      .extract({ left: 45, top: 5, width: 10, height: 10 })
      .stats()
    expect(top.dominant.r).toBeGreaterThan(200)

    const frame = (background: string) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer()
    const frames = [await frame('#00ff00'), await frame('#ff0000')]
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100], lossless: true })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const still = await send(agent, { name: 'a.webp', bytes: moving })
    const stillBytes = (await loadPicture(still.data.profile)).rawPayload
    expect((await sharp(stillBytes).metadata()).pages).toBeUndefined()
    expect((await sharp(stillBytes).stats()).dominant.g).toBeGreaterThan(200)
  })

  it('replaces the previous picture, which is removed', async () => {
    const other = await makeAgent(app.db)
    const first = await send(other, { name: 'a.jpg', bytes: wide })
    const before = await stored()
    const second = await send(other, { name: 'a.jpg', bytes: wide })
    expect(second.data.profile).not.toBe(first.data.profile)
    expect((await loadPicture(first.data.profile)).statusCode).toBe(404)
    expect((await loadPicture(second.data.profile)).statusCode).toBe(200)
    expect(await stored()).toHaveLength(before.length)
  })

  it('is one picture if several are uploaded concurrently', async () => {
    const other = await makeAgent(app.db)
    const before = (await stored()).length
    // The lock is held until all uploads are encoded and wait for the user's row.
    const uploads = await app.db.transaction().execute(async (tx) => {
      await sql`select from users where id = ${other.id} for update`.execute(tx)
      const sends = Array.from({ length: 4 }, () => send(other, { name: 'a.jpg', bytes: wide }))
      await expect.poll(waitingForLocks, { timeout: 10_000 }).toBe(4)
      return { answers: Promise.all(sends) }
    })
    const answers = await uploads.answers
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await stored()).toHaveLength(before + 1)
    const { data } = await app.as(other).call(getUserById, { params: { id: other.id } })
    expect((await loadPicture(data.profile)).statusCode).toBe(200)
  })

  it.each([
    ['an HTML page named jpg', 'a.jpg', page],
    ['an SVG with a script', 'a.svg', svg],
    ['an SVG named png', 'a.png', svg],
    ['a program named jpg', 'a.jpg', php],
    ['an HTML page with a GIF signature', 'a.gif', `GIF89a/*${page}*/`],
    ['a pdf', 'a.pdf', '%PDF-1.7\n%%EOF'],
    ['nothing', 'a.png', ''],
    ['only the start of a picture', 'a.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ])('is rejected if it is %s', async (_what, name, bytes) => {
    const before = await stored()
    const answer = await send(agent, { name, bytes })
    expect([answer.status, answer.code]).toEqual([415, 'UNSUPPORTED_FILE_TYPE'])
    expect(answer.fieldErrors).toEqual({ profile: expect.any(String) })
    expect(await stored()).toEqual(before)
  })

  it('is rejected as a huge picture in a small file', async () => {
    const before = await stored()
    const answer = await send(agent, { name: 'a.png', bytes: blackPng(12_000) })
    expect([answer.status, answer.code]).toEqual([413, 'FILE_TOO_LARGE'])
    expect(answer.fieldErrors).toEqual({ profile: expect.stringContaining('24 megapixels') })
    expect(await stored()).toEqual(before)
  })

  it('is rejected with the wrong extension, or if it is truncated', async () => {
    const names = ['a.png', 'a.webp', 'a.svg', 'a.html', 'a.jpg.html', 'a.php', 'jpg', '.jpg.']
    for (const name of names) {
      expect((await send(agent, { name, bytes: wide })).status, name).toBe(415)
    }
    const half = wide.subarray(0, wide.length / 2)
    expect((await send(agent, { name: 'a.jpg', bytes: half })).status).toBe(415)
  })

  it('loses data appended to the picture', async () => {
    const bytes = Buffer.concat([wide, Buffer.from(page + php)])
    const { data } = await send(agent, { name: 'a.jpg', bytes })
    const { rawPayload } = await loadPicture(data.profile)
    expect(rawPayload.includes('<script') || rawPayload.includes('<?php')).toBe(false)
  })

  it('has a random name', async () => {
    for (const name of ['../../../../evil.jpg', 'C:\\evil.jpg', 'चित्र\u202Egpj.jpg', '%00.jpg']) {
      const { data } = await send(agent, { name, bytes: wide })
      expect(data.profile, name).toMatch(/^\/files\/profile\/[\w-]{32}\.webp$/)
    }
  })

  it('has at most 2 MB, is one file in its field, and is required', async () => {
    const padded = (size: number) => Buffer.concat([wide, Buffer.alloc(size - wide.length)])
    const fits = await send(agent, { name: 'a.jpg', bytes: padded(profileImageMaxBytes) })
    expect(fits.status).toBe(200)
    const larger = await send(agent, { name: 'a.jpg', bytes: padded(profileImageMaxBytes + 1) })
    expect([larger.status, larger.code, larger.fieldErrors]).toEqual([
      413,
      'FILE_TOO_LARGE',
      { profile: 'The file is too large.' },
    ])
    const file = { name: 'a.jpg', bytes: wide }
    const two = await send(agent, file, file)
    expect([two.status, two.fieldErrors]).toEqual([400, { profile: 'Choose one file.' }])
    expect((await send(agent, { ...file, field: 'kyc' })).fieldErrors).toHaveProperty('kyc')
    const none = await send(agent)
    expect([none.status, none.fieldErrors]).toEqual([400, { profile: 'Choose a file.' }])
    const form = formOf({ userId: agent.id }, { field: 'profile', ...file })
    const more = await app.as(agent).call(updateImageOfUser, { body: form })
    expect([more.status, Object.keys(more.fieldErrors ?? {})]).toEqual([400, ['userId']])
    const json = await app.as(agent).call(updateImageOfUser, { body: { profile: 'x' } })
    expect(json.status).toBe(415)
  })

  it('can be set at most sixty times an hour, so that a user cannot delay the pictures of others', async () => {
    const [eager, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const none = { name: 'a.jpg', bytes: 'no picture' }
    const answers = await Promise.all(Array.from({ length: 64 }, () => send(eager, none)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(60).fill(415), ...Array(4).fill(429)])
    // The body is not read.
    const large = await send(eager, {
      name: 'a.jpg',
      bytes: Buffer.alloc(profileImageMaxBytes + 1),
    })
    expect(large.status).toBe(429)
    expect((await send(other, { name: 'a.jpg', bytes: wide })).status).toBe(200)
  })

  it('is not set for a user who was suspended during the encoding', async () => {
    const [admin, out] = [await makeAdmin(app.db), await makeAgent(app.db)]
    const before = await stored()
    const answers = await Promise.all([
      send(out, { name: 'a.jpg', bytes: wide }),
      app.as(admin).call(suspendUser, {
        params: { userId: out.id },
        query: { status: 'suspended' },
      }),
    ])
    const kept = answers[0].status === 200 ? 1 : 0
    expect([200, 401]).toContain(answers[0].status)
    expect(await stored()).toHaveLength(before.length + kept)
  })
})

describe('the address of pictures', () => {
  beforeAll(async () => {
    app = await createTestApp({ overrides: { s3: s3.settings } })
    files = createFileStore(app.config)
    agent = await makeAgent(app.db)
  })
  afterAll(() => app.close())

  it('serves only pictures, and queries the store for nothing else', async () => {
    const kyc = await files.save('kyc', {
      bytes: Buffer.from('private'),
      extension: 'webp',
      type: 'image/webp',
    })
    const requestCount = s3.requests.length
    const odd = [
      '..%2fkyc%2fx',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e',
      'a.webp',
      '',
      `${'a'.repeat(32)}.webp%00`,
      `${'a'.repeat(32)}.webp`,
      kyc,
    ]
    for (const name of odd) {
      const answer = await app.app.inject({ url: `/files/profile/${name}` })
      expect(answer.statusCode, name).toBe(404)
    }
    expect(s3.requests.length).toBe(requestCount)
    for (const url of [`/files/kyc/${kyc}`, `/files/profile/${kyc}`, `/files/${kyc}`, '/files']) {
      const answer = await app.app.inject({ url })
      expect(answer.statusCode, url).toBe(404)
      expect(answer.body).not.toContain('private')
    }
  })

  it('answers 503 if the store is unreachable, and no picture is lost', async () => {
    const before = await send(agent, { name: 'a.jpg', bytes: wide })
    s3.state = 'down'
    const refused = await send(agent, { name: 'a.jpg', bytes: wide })
    const picture = await loadPicture(before.data.profile)
    s3.state = 'up'
    expect([refused.status, refused.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(picture.statusCode).toBe(503)
    expect(picture.headers['cache-control']).toBe('no-store')
    const { data } = await app.as(agent).call(getUserById, { params: { id: agent.id } })
    expect(data.profile).toBe(before.data.profile)
    expect((await loadPicture(data.profile)).statusCode).toBe(200)
  })
})
