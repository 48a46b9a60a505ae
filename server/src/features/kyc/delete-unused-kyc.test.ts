import { login, register } from '@raahi/contract/auth'
import { getUserById, getUserKyc } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileStore } from '../../platform/files/create-file-store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { databaseRetries } from '../../platform/observability/metrics.ts'
import { factoryPassword, type MadeUser, makeAdmin } from '../../testing/factories.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { deleteUnusedKyc } from './delete-unused-kyc.ts'

const document = { name: 'pan card.pdf', bytes: '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n' }

let app: TestApp
let files: FileStore
let admin: MadeUser
const errors: object[] = []
beforeAll(async () => {
  app = await createTestApp()
  files = createFileStore(app.config)
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

const runRetention = (database = app.database, store = files) =>
  deleteUnusedKyc(
    { database, files: store },
    { info: () => {}, error: (details) => errors.push(details) },
  )

let phones = 0
/** Makes an agent with a KYC document who signed up this long ago and has not logged in. */
async function signUp(age: string, as: Pick<TestApp, 'call'> = app) {
  phones += 1
  const email = `${uniqueText()}@example.com`
  const fields = {
    name: 'Asha Rao',
    email,
    password: factoryPassword,
    phone: `9${String(800_000_000 + phones)}`,
    companyName: 'Rao Travels',
    city: 'Pune',
  }
  const { data } = await as.call(register, { body: formOf(fields, document) })
  const id = data._id
  const { rows } = await sql<{ kyc_file: string }>`
    update users set created_at = now() - ${age}::interval where id = ${id}
    returning kyc_file`.execute(app.db)
  return { id, email, file: rows[0]?.kyc_file ?? '' }
}
type SignedUp = Awaited<ReturnType<typeof signUp>>

const logIn = ({ email }: SignedUp) =>
  app.call(login, { body: { emailOrPhone: email, password: factoryPassword } })

const seenByAdmin = async ({ id }: SignedUp) =>
  (await app.as(admin).call(getUserById, { params: { id } })).data

/** Whether admins can still download the document. */
async function isKept(agent: SignedUp): Promise<boolean> {
  const { kyc } = await seenByAdmin(agent)
  const { status } = await app.as(admin).call(getUserKyc, { params: { userId: agent.id } })
  const isStored = (await files.read('kyc', agent.file)) !== null
  expect([status, isStored]).toEqual(kyc ? [200, true] : [404, false])
  return kyc !== null
}

describe('the KYC document of an account without a login', () => {
  it('is deleted 30 days after sign-up, also if an admin created the account', async () => {
    const young = await signUp('29 days 23 hours 59 minutes')
    const old = await signUp('30 days')
    const byAdmin = await signUp('30 days', app.as(admin))
    expect(await runRetention()).toBe(2)
    expect([await isKept(young), await isKept(old), await isKept(byAdmin)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('leaves the deletion date, and an audit entry without the file name', async () => {
    const agent = await signUp('31 days')
    await runRetention()
    const deletedAt = (await seenByAdmin(agent)).kycDeletedAt ?? ''
    expect(Math.abs(Date.parse(deletedAt) - Date.now())).toBeLessThan(60_000)
    const entries = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'before', 'after'])
      .where('subject_id', '=', agent.id)
      .where('action', '<>', 'user.register')
      .execute()
    expect(entries).toEqual([
      {
        actor_id: null,
        action: 'user.delete-unused-kyc',
        before: { kycStatus: 'submitted' },
        after: { kycStatus: 'none', unusedDays: 30 },
      },
    ])
    // The account still works. Agents see no KYC data.
    const answer = await logIn(agent)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('kycDeletedAt')
  })

  it('is kept if the account was logged in to, even after its sessions and browsers are removed', async () => {
    const agent = await signUp('29 days')
    expect((await logIn(agent)).status).toBe(200)
    await sql`update users set created_at = now() - interval '400 days' where id = ${agent.id}`.execute(
      app.db,
    )
    await sql`delete from sessions where user_id = ${agent.id}`.execute(app.db)
    await sql`delete from known_browsers where user_id = ${agent.id}`.execute(app.db)
    expect(await runRetention()).toBe(0)
    expect(await isKept(agent)).toBe(true)
  })

  it('is kept if a login commits during the deletion', async () => {
    const agent = await signUp('31 days')
    const blocker = await app.database.pool.connect()
    try {
      // The login has locked the user's row and waits before its commit.
      await blocker.query('begin; lock table known_browsers in exclusive mode')
      const loggingIn = logIn(agent)
      await untilWaiting(app.database, 1, 'known_browsers')
      expect(await runRetention()).toBe(0)
      await blocker.query('commit')
      expect((await loggingIn).status).toBe(200)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect(await runRetention()).toBe(0)
    expect(await isKept(agent)).toBe(true)
  })

  it('is no longer referenced if its file cannot be removed, so the sweep removes the file', async () => {
    const agent = await signUp('31 days')
    const failing = { ...files, remove: () => Promise.reject(new Error('store is unreachable')) }
    expect(await runRetention(app.database, failing)).toBe(1)
    expect(errors).toEqual([{ err: new Error('store is unreachable') }])
    expect((await seenByAdmin(agent)).kyc).toBeNull()
    expect(await files.read('kyc', agent.file)).not.toBeNull()
  })
})

it('two concurrent first logins wait for each other without a deadlock and record one', async () => {
  const agent = await signUp('1 day')
  const blocker = await app.database.pool.connect()
  const retries = async () => (await databaseRetries.get()).values
  const before = await retries()
  try {
    // Both have passed the password check before either can record its session.
    await blocker.query('begin; lock table sessions in exclusive mode')
    const logins = [logIn(agent), logIn(agent)]
    await untilWaiting(app.database, 2)
    await blocker.query('commit')
    for (const answer of await Promise.all(logins)) expect(answer.status).toBe(200)
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  expect(await retries()).toEqual(before)
  const readFirst = () =>
    app.db
      .selectFrom('users')
      .select('first_login_at')
      .where('id', '=', agent.id)
      .executeTakeFirstOrThrow()
  const first = await readFirst()
  expect(first.first_login_at).not.toBeNull()
  await logIn(agent)
  expect(await readFirst()).toEqual(first)
})
