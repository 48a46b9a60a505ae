import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData, exportPersonalData } from '@raahi/contract/personal-data'
import { getUserLead } from '@raahi/contract/purchases'
import {
  addRequestPicture,
  pictureMaxBytes,
  removeRequestPicture,
} from '@raahi/contract/replacement-pictures'
import {
  approveLeadReplacement,
  getAllLeadReplacementRequests,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { createFileStore } from '../../platform/files/create-file-store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { sweepFiles } from '../../platform/files/sweep-files.ts'
import { removeExpired } from '../../platform/jobs/remove-expired.ts'
import { tally } from '../../testing/expect-invariants.ts'
import {
  buyEnquiryLead,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiryLead,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { discardedJobs } from '../../testing/match-new-leads.ts'
import { blackPng } from '../../testing/pictures.ts'
import { createTestApp, formOf, type TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { eraseOldEnquiries } from '../personal-data/retention.ts'
import { expiredPictures } from './expired-pictures.ts'

let app: TestApp
let files: FileStore
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  files = createFileStore(app.config)
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterAll(() => app.close())

async function makeAsker() {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_00)
  const leadId = await makePurchase(app.database, agent.id)
  return { agent, leadId, requestId: await makeRequest(app.database, agent.id, leadId) }
}

type Sent = { field?: string; name: string; bytes: Uint8Array | string }
const add = (by: MadeUser, requestId: string, ...sent: Sent[]) =>
  app.as(by).call(addRequestPicture, {
    params: { requestId },
    body: formOf({}, ...sent.map((file) => ({ field: 'picture', ...file }))),
  })
const remove = (by: MadeUser, pictureId: string) =>
  app.as(by).call(removeRequestPicture, { params: { pictureId } })
const read = (by: MadeUser, pictureId: string) =>
  app.app.inject({
    url: `/api/leadReplacement/pictures/${pictureId}`,
    headers: { authorization: `Bearer ${by.token}` },
  })
const drawn = (background: string, side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
const contactOf = (leadId: string) =>
  app.db.selectFrom('leads').select('phone').where('id', '=', leadId).executeTakeFirstOrThrow()
const picturesOf = (requestId: string) =>
  app.db.selectFrom('request_pictures').select('id').where('request_id', '=', requestId).execute()
async function picturesInOrder(requestId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from request_pictures
    where request_id = ${requestId} order by created_at`.execute(app.db)
  return rows.map(({ id }) => id)
}
async function storedFiles(): Promise<string[]> {
  const names: string[] = []
  for await (const some of files.listStoredBefore('replacement', new Date(Date.now() + 60_000))) {
    names.push(...some)
  }
  return names
}

/** Runs two calls concurrently. When the second one starts, the first one has its locks and waits for the audit log. */
async function runOverlapping<A, B>(
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const both = await withTransaction(app.database, async (tx) => {
    await sql`lock table audit_log in exclusive mode`.execute(tx)
    const firstDone = first()
    await untilWaiting(app.database, 1)
    const secondDone = second()
    await untilWaiting(app.database, 2)
    return { firstDone, secondDone }
  })
  return Promise.all([both.firstDone, both.secondDone])
}

/** Runs the sweep as if all files were a day old, and expects that only referenced files remain. */
async function expectOnlyReferencedFiles(): Promise<void> {
  const names = await storedFiles()
  await sweepFiles(app.database, {
    ...files,
    listStoredBefore: (area) => files.listStoredBefore(area, new Date(Date.now() + 60_000)),
  })
  const { rows } = await sql<{ file: string }>`select file from request_pictures`.execute(app.db)
  expect((await storedFiles()).sort()).toEqual(rows.map(({ file }) => file).sort())
  expect(names.length).toBeGreaterThan(rows.length)
}

describe('a picture of a request', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'may be a .%s, and is encoded again without metadata',
    async (format) => {
      const { agent, requestId } = await makeAsker()
      const picture = await drawn('#2b2d5b', 3000)
        .toFormat(format)
        .withExif({ IFD0: { Copyright: 'where I live' } })
        .toBuffer()
      const bytes = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')])
      const { status, data } = await add(agent, requestId, { name: `chat.${format}`, bytes })
      expect(status).toBe(201)
      const seen = await read(agent, data.pictures[0]?._id ?? '')
      expect(seen.statusCode).toBe(200)
      expect(seen.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': `attachment; filename="picture.webp"; filename*=UTF-8''picture.webp`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      })
      const metadata = await sharp(seen.rawPayload).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width: 2560 })
      expect(metadata.exif).toBeUndefined()
      expect(seen.rawPayload.toString('latin1')).not.toMatch(/where I live|<script>/)
    },
  )

  it('is seen by its agent and by admins alone, on the purchase and in the list', async () => {
    const { agent, requestId } = await makeAsker()
    const other = await makeAgent(app.db)
    const picture = { name: 'a.png', bytes: await drawn('red').png().toBuffer() }
    const refused = await add(other, requestId, picture)
    expect([refused.status, refused.code]).toEqual([404, 'REPLACEMENT_NOT_FOUND'])
    const { pictures } = (await add(agent, requestId, picture)).data
    const id = pictures[0]?._id ?? ''
    const statuses = await Promise.all(
      [agent, admin, other].map(async (by) => (await read(by, id)).statusCode),
    )
    expect(statuses).toEqual([200, 200, 404])
    expect((await app.app.inject({ url: `/api/leadReplacement/pictures/${id}` })).statusCode).toBe(
      401,
    )
    const own = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(own.data[0]?.replacement).toMatchObject({ _id: requestId, pictures })
    const listed = await app
      .as(admin)
      .call(getAllLeadReplacementRequests, { query: { search: agent.email } })
    expect(listed.data.docs[0]?.pictures).toEqual(pictures)
    // No response contains the name of the stored file.
    const [name] = await storedFiles()
    expect(JSON.stringify([own.data, listed.data])).not.toContain(name?.split('.')[0])
    const logged = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', requestId)
      .where('action', '=', 'replacement.add-picture')
      .execute()
    expect(logged).toEqual([{ action: 'replacement.add-picture', actor_id: agent.id }])
  })

  it('stays one of three at most, also of seven at once, and the same picture is stored once', async () => {
    const { agent, requestId } = await makeAsker()
    const before = (await storedFiles()).length
    const colours = ['#100', '#200', '#300', '#400', '#500', '#600', '#700']
    const sent = await Promise.all(
      colours.map(async (colour) => ({
        name: 'a.png',
        bytes: await drawn(colour, 8).png().toBuffer(),
      })),
    )
    const answers = await Promise.all(sent.map((picture) => add(agent, requestId, picture)))
    expect(tally(answers.map(({ status, code }) => code ?? status))).toEqual({
      201: 3,
      TOO_MANY_PICTURES: 4,
    })
    const again = sent[answers.findIndex(({ status }) => status === 201)]
    const repeated = again && (await add(agent, requestId, again))
    expect([repeated?.status, repeated?.data.pictures.length]).toEqual([201, 3])
    expect(await storedFiles()).toHaveLength(before + 3)
  })

  it('is rejected as another kind, as a huge picture in a small file, as a large file, and if none is sent', async () => {
    const { agent, requestId } = await makeAsker()
    const png = await drawn('red').png().toBuffer()
    const refusals = await Promise.all(
      [
        [{ name: 'a.svg', bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
        [{ name: 'a.jpg', bytes: png }],
        [{ name: 'a.png', bytes: png.subarray(0, -30) }],
        [{ name: 'a.png', bytes: blackPng(5000) }],
        [{ name: 'a.png', bytes: Buffer.alloc(pictureMaxBytes + 1) }],
        [],
      ].map((sent) => add(agent, requestId, ...sent)),
    )
    expect(refusals.map(({ code, fieldErrors }) => [code, Object.keys(fieldErrors ?? {})])).toEqual(
      [
        ['UNSUPPORTED_FILE_TYPE', ['picture']],
        ['UNSUPPORTED_FILE_TYPE', ['picture']],
        ['UNSUPPORTED_FILE_TYPE', ['picture']],
        ['FILE_TOO_LARGE', ['picture']],
        ['FILE_TOO_LARGE', ['picture']],
        ['VALIDATION_FAILED', ['picture']],
      ],
    )
  })

  it('of a scrolled chat stays readable, because long pictures keep their resolution', async () => {
    const { agent, requestId } = await makeAsker()
    const background = '#fff'
    const long = sharp({ create: { width: 1080, height: 10_000, channels: 3, background } })
    const bytes = await long.png().toBuffer()
    const { pictures } = (await add(agent, requestId, { name: 'chat.png', bytes })).data
    const seen = await sharp((await read(agent, pictures[0]?._id ?? '')).rawPayload).metadata()
    expect([seen.width, seen.height]).toEqual([841, 7787])
  })

  it('is limited to 30 an hour before its bytes are read, also of a request of another agent', async () => {
    const { agent, requestId } = await makeAsker()
    const huge = { name: 'a.png', bytes: Buffer.alloc(pictureMaxBytes + 1) }
    const small = { name: 'a.png', bytes: await drawn('red').png().toBuffer() }
    // The limit of profile pictures is separate.
    await sql`insert into rate_limits (key, count, resets_at)
      values (${`pictures of ${agent.id}`}, 60, now() + interval '1 hour')`.execute(app.db)
    expect((await add(agent, requestId, small)).status).toBe(201)
    const codes: (string | undefined)[] = []
    for (let n = 1; n < 30; n += 1) codes.push((await add(agent, uuidv7(), small)).code)
    codes.push((await add(agent, uuidv7(), huge)).code)
    expect(tally(codes.map(String))).toEqual({ REPLACEMENT_NOT_FOUND: 29, TOO_MANY_REQUESTS: 1 })
  })

  it('is not added after the decision, also of a decision at the same moment', async () => {
    const { agent, requestId } = await makeAsker()
    const before = (await storedFiles()).length
    const picture = { name: 'a.png', bytes: await drawn('blue', 10).png().toBuffer() }
    const body = { requestId, action: 'rejected' as const }
    const [deciding, adding] = await runOverlapping(
      () => app.as(admin).call(approveLeadReplacement, { body }),
      () => add(agent, requestId, picture),
    )
    expect(deciding.status).toBe(200)
    expect([adding.status, adding.code]).toEqual([409, 'REPLACEMENT_ALREADY_DECIDED'])
    expect(await storedFiles()).toHaveLength(before)
  })

  it('of a rejected request is shown with the appeal', async () => {
    const { agent, leadId, requestId } = await makeAsker()
    const bytes = await drawn('green').png().toBuffer()
    const { pictures } = (await add(agent, requestId, { name: 'a.png', bytes })).data
    await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'rejected' } })
    const body = { leadId, reason: 'Unreachable: again' }
    const { data } = await app.as(agent).call(requestLeadReplacement, { body })
    expect(data.appealsAgainst?.pictures).toEqual(pictures)
    expect(data.pictures).toEqual([])
  })
})

describe('the pictures of a request are removed, with their files,', () => {
  it('one by one, by their agent, until the decision', async () => {
    const { agent, requestId } = await makeAsker()
    const before = (await storedFiles()).length
    const added = async (colour: string) => {
      const bytes = await drawn(colour, 12).png().toBuffer()
      return (await add(agent, requestId, { name: 'a.png', bytes })).data.pictures
    }
    for (const colour of ['#101', '#202', '#303']) await added(colour)
    const [first, second, third] = (await picturesInOrder(requestId)) as [string, string, string]
    const other = await remove(await makeAgent(app.db), first)
    expect([other.status, other.code]).toEqual([404, 'FILE_NOT_FOUND'])
    expect((await remove(agent, first)).status).toBe(200)
    expect((await read(agent, first)).statusCode).toBe(404)
    expect(await storedFiles()).toHaveLength(before + 2)
    const again = await remove(agent, first)
    expect([again.status, again.code]).toEqual([404, 'FILE_NOT_FOUND'])
    // A removed picture no longer counts, and the same picture can be added again.
    const pictures = await added('#404')
    expect(pictures.map(({ _id }) => _id).slice(0, 2)).toEqual([second, third])
    expect(pictures).toHaveLength(3)
    const logged = await app.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('subject_id', '=', requestId)
      .where('action', '=', 'replacement.remove-picture')
      .execute()
    expect(logged).toEqual([{ actor_id: agent.id }])

    const body = { requestId, action: 'rejected' as const }
    const [deciding, removing] = await runOverlapping(
      () => app.as(admin).call(approveLeadReplacement, { body }),
      () => remove(agent, second),
    )
    expect(deciding.status).toBe(200)
    expect([removing.status, removing.code]).toEqual([409, 'REPLACEMENT_ALREADY_DECIDED'])
    expect((await read(agent, second)).statusCode).toBe(200)
  })

  it('180 days after the decision', async () => {
    const { agent, requestId } = await makeAsker()
    const recent = await makeAsker()
    const bytes = await drawn('yellow').png().toBuffer()
    const { pictures } = (await add(agent, requestId, { name: 'a.png', bytes })).data
    const kept = (await add(recent.agent, recent.requestId, { name: 'a.png', bytes })).data
    for (const [id, ago] of [
      [requestId, '181 days'],
      [recent.requestId, '179 days'],
    ] as const) {
      await app
        .as(admin)
        .call(approveLeadReplacement, { body: { requestId: id, action: 'rejected' } })
      await sql`update replacement_requests set decided_at = decided_at - ${ago}::interval,
        created_at = created_at - ${ago}::interval, decide_by = decide_by - ${ago}::interval,
        appeal_by = appeal_by - ${ago}::interval where id = ${id}`.execute(app.db)
    }
    await removeExpired(app.database, expiredPictures)
    expect((await read(agent, pictures[0]?._id ?? '')).statusCode).toBe(404)
    expect((await read(recent.agent, kept.pictures[0]?._id ?? '')).statusCode).toBe(200)
    await expectOnlyReferencedFiles()
  })

  it('when the traveller is erased; the export names them', async () => {
    const { agent, leadId, requestId } = await makeAsker()
    const { phone } = await contactOf(leadId)
    const bytes = await drawn('purple').png().toBuffer()
    const { pictures } = (await add(agent, requestId, { name: 'a.png', bytes })).data
    const exported = await app.as(admin).call(exportPersonalData, { body: { phone } })
    expect(JSON.parse(exported.text).leads[0].replacementRequests[0].picturesAddedAt).toHaveLength(
      1,
    )
    await app.as(admin).call(erasePersonalData, { body: { phone } as never })
    expect((await read(agent, pictures[0]?._id ?? '')).statusCode).toBe(404)
    await expectOnlyReferencedFiles()
    // No pictures can be added to an appeal either.
    const refused = await add(agent, requestId, { name: 'a.png', bytes })
    expect([refused.status, refused.code]).toEqual([409, 'TRAVELLER_ERASED'])
    const own = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(own.data[0]?.takesPictures).toBe(false)
  })

  it('also if it is being added while the traveller is erased', async () => {
    const { agent, leadId, requestId } = await makeAsker()
    const { phone } = await contactOf(leadId)
    const bytes = await drawn('orange').png().toBuffer()
    const [adding, erasing] = await runOverlapping(
      () => add(agent, requestId, { name: 'a.png', bytes }),
      () => app.as(admin).call(erasePersonalData, { body: { phone } as never }),
    )
    expect([adding.status, erasing.status]).toEqual([201, 200])
    expect(await picturesOf(requestId)).toEqual([])
  })

  it('when an enquiry that was withdrawn after the sale reaches the end of its retention', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 100_00)
    const enquiry = await makeEnquiryLead(app.db, admin.id)
    await buyEnquiryLead(app.database, agent.id, enquiry.leadId, { hoursAgo: 1 })
    const requestId = await makeRequest(app.database, agent.id, enquiry.leadId)
    const bytes = await drawn('brown').png().toBuffer()
    expect((await add(agent, requestId, { name: 'a.png', bytes })).status).toBe(201)
    await app.call(withdrawOwnEnquiry, { params: { token: enquiry.token } })
    await sql`update enquiries set created_at = now() - interval '13 months'
      where id = ${enquiry.id}`.execute(app.db)
    expect(await eraseOldEnquiries({ database: app.database, jobs: discardedJobs }, 12)).toBe(1)
    expect(await picturesOf(requestId)).toEqual([])
    const refused = await add(agent, requestId, { name: 'a.png', bytes })
    expect(refused.code).toBe('TRAVELLER_ERASED')
  })
})
