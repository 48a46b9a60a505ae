import { login, sessionOf } from '@raahi/contract/auth'
import { listLeads } from '@raahi/contract/leads'
import { addStaff, changeStaffRights, listStaff } from '@raahi/contract/staff'
import type { StaffRight } from '@raahi/contract/staff-rights'
import { suspendUser } from '@raahi/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { tally } from '../../testing/expect-invariants.ts'
import { factoryPassword, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

const currentPassword = factoryPassword
const change = (by: MadeUser, of: MadeUser, rights: StaffRight[], password = currentPassword) =>
  app.as(by).call(changeStaffRights, {
    params: { id: of.id },
    body: { rights, currentPassword: password },
  })
const rightsOf = async ({ id }: MadeUser) =>
  (await app.db.selectFrom('users').select('rights').where('id', '=', id).executeTakeFirst())
    ?.rights

describe('the staff', () => {
  it('is listed with rights, without agents', async () => {
    await makeAgent(app.db)
    const clerk = await makeAdmin(app.db, { rights: ['support'], name: 'Aaron' })
    const { data } = await app.as(admin).call(listStaff)
    expect(data.map(({ _id }) => _id)).toEqual([clerk.id, admin.id])
    expect(data[0]).toMatchObject({ rights: ['support'], userStatus: 'active', twoFactor: false })
  })

  it('gets a new admin, who cannot log in before a password was chosen with a mailed code', async () => {
    const email = `${uniqueText()}@example.com`
    const body = { name: 'Meera Nair', email, rights: ['settings', 'support', 'support'] }
    const added = await app.as(admin).call(addStaff, { body: { ...body, currentPassword } })
    expect([added.status, added.data.rights]).toEqual([201, ['support', 'settings']])
    const mail = await waitForMail(app.config, email, /admin of Raahi/)
    expect(mail.text).toContain('Support, Settings')
    expect(mail.text).toContain('/forgot-password')
    const again = await app.as(admin).call(addStaff, { body: { ...body, currentPassword } })
    expect([again.status, again.code]).toEqual([409, 'EMAIL_TAKEN'])
    for (const wrong of [{ rights: [] }, { rights: ['all'] }, { currentPassword: 'wrong' }]) {
      const fields = { ...body, email: `x${email}`, currentPassword, ...wrong }
      const refused = await app.as(admin).call(addStaff, { body: fields })
      expect(Object.keys(refused.fieldErrors ?? {})[0]).toMatch(/^(rights|currentPassword)/)
    }
  })

  it('gets no new admin from a caller who loses the right settings meanwhile', async () => {
    const editor = await makeAdmin(app.db)
    const body = { name: 'Meera Nair', email: `${uniqueText()}@example.com`, rights: ['support'] }
    const adding = await withTransaction(app.database, async (tx) => {
      await tx
        .updateTable('users')
        .set({ rights: ['leads'] })
        .where('id', '=', editor.id)
        .execute()
      const running = app.as(editor).call(addStaff, { body: { ...body, currentPassword } })
      await untilWaiting(app.database, 1)
      return { running }
    })
    expect((await adding.running).code).toBe('FORBIDDEN')
  })

  it('changes rights with the own password, for the next request, with an entry that names the person', async () => {
    const clerk = await makeAdmin(app.db, { rights: ['leads', 'support'] })
    expect((await app.as(clerk).call(listLeads)).status).toBe(200)
    expect((await change(admin, clerk, ['money'], 'wrong')).code).toBe('CURRENT_PASSWORD_WRONG')
    expect((await change(admin, clerk, ['money'])).data.rights).toEqual(['money'])
    expect((await app.as(clerk).call(listLeads)).status).toBe(403)
    const entry = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'before', 'after'])
      .where('action', '=', 'user.set-rights')
      .where('subject_id', '=', clerk.id)
      .executeTakeFirst()
    expect(entry).toEqual({
      actor_id: admin.id,
      before: { rights: ['leads', 'support'] },
      after: { rights: ['money'] },
    })
  })

  it('is changed by others only, and an agent never becomes an admin', async () => {
    expect((await change(admin, admin, ['settings'])).code).toBe('OWN_RIGHTS_NOT_CHANGED')
    const agent = await makeAgent(app.db)
    expect((await change(admin, agent, ['settings'])).code).toBe('USER_NOT_FOUND')
    await expect(
      app.db
        .updateTable('users')
        .set({ rights: ['money'] })
        .where('id', '=', agent.id)
        .execute(),
    ).rejects.toThrow(/users_rights_of_admins/)
  })

  it('keeps an admin with the right settings if all take it from each other, or suspend each other, at once', async () => {
    const second = await app.another()
    for (const size of [2, 4]) {
      await app.db
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('role', '=', 'admin')
        .execute()
      const admins = await Promise.all(Array.from({ length: size }, () => makeAdmin(app.db)))
      const answers = await Promise.all(
        admins.map((by, n) => {
          const other = admins[(n + 1) % size] ?? by
          const process = n % 2 === 0 ? app : second
          return n < size / 2
            ? process.as(by).call(changeStaffRights, {
                params: { id: other.id },
                body: { rights: ['leads'], currentPassword },
              })
            : process.as(by).call(suspendUser, {
                params: { userId: other.id },
                query: { status: 'suspended' },
              })
        }),
      )
      const done = tally(answers.map(({ status }) => status))[200] ?? 0
      expect(done).toBeGreaterThan(0)
      const left = await app.db
        .selectFrom('users')
        .select('rights')
        .where('role', '=', 'admin')
        .where('status', '=', 'active')
        .execute()
      expect(left.filter(({ rights }) => rights?.includes('settings'))).toHaveLength(size - done)
      expect(done).toBeLessThan(size)
    }
    await second.close()
    await app.db.updateTable('users').set({ status: 'active' }).execute()
  })

  it('logs in with the rights in the session', async () => {
    const clerk = await makeAdmin(app.db, { rights: ['support'] })
    const body = { emailOrPhone: clerk.email, password: factoryPassword }
    const { user } = sessionOf((await app.call(login, { body })).data)
    expect(user.rights).toEqual(await rightsOf(clerk))
  })
})
