import { login } from '@raahi/contract/auth'
import { getOverview } from '@raahi/contract/dashboard'
import { updateUser } from '@raahi/contract/update-user'
import { listUsers } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  factoryPassword,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiry,
  makeLead,
  makePurchase,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { normaliseStoredPhones } from './normalise-phones.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  await setLeadPrice(app.db, 'domestic', 5050)
  admin = await makeAdmin(app.db)
})
beforeEach(async () => {
  await sql`delete from phone_normalisation`.execute(app.db)
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

const phoneOf = async (table: 'users' | 'leads' | 'enquiries', id: string) =>
  (await app.db.selectFrom(table).select('phone').where('id', '=', id).executeTakeFirst())?.phone

const clashes = async () =>
  (await app.as(admin).call(getOverview)).data.openWork.find(({ kind }) => kind === 'phoneClashes')
    ?.count
const sharing = async () =>
  (await app.as(admin).call(listUsers, { query: { phone: 'shared' } })).data.docs
    .map(({ _id }) => _id)
    .sort()

describe('the phone numbers of earlier releases', () => {
  it('are normalised in users, leads, sold leads and enquiries; a number without a normal form stays', async () => {
    const user = await makeAgent(app.db, { phone: '+9109820011223' })
    const lead = await makeLead(app.db, { phone: '+4402079460958' })
    const enquiry = await makeEnquiry(app.db, { phone: '+3906612345678' })
    const odd = await makeEnquiry(app.db, { phone: '+9198112233445' })
    await giveMoney(app.database, user.id, 1000_00)
    const sold = await makePurchase(app.database, user.id, { phone: '+9109811223344' })
    await normaliseStoredPhones(app.database)
    expect(await phoneOf('users', user.id)).toBe('+919820011223')
    expect(await phoneOf('leads', lead)).toBe('+442079460958')
    expect(await phoneOf('leads', sold)).toBe('+919811223344')
    await expectAllInvariantsHold(app.database)
    expect(await phoneOf('enquiries', enquiry.id)).toBe('+3906612345678')
    expect(await phoneOf('enquiries', odd.id)).toBe('+9198112233445')
    const body = { emailOrPhone: '098200 11223', password: factoryPassword }
    expect((await app.call(login, { body })).status).toBe(200)
  })

  it('are normalised once, in batches, by several processes at once, also after a crash', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      ids.push(await makeLead(app.db, { phone: `+440207946095${n}` }))
    }
    // A crash leaves some numbers normalised and the mark absent.
    await sql`update leads set phone = '+442079460950' where id = ${ids[0]}`.execute(app.db)
    await Promise.all([normaliseStoredPhones(app.database), normaliseStoredPhones(app.database)])
    for (const [n, id] of ids.entries()) {
      expect(await phoneOf('leads', id)).toBe(`+44207946095${n}`)
    }
    const later = await makeLead(app.db, { phone: '+4402079460957' })
    await normaliseStoredPhones(app.database)
    expect(await phoneOf('leads', later)).toBe('+4402079460957')
    await sql`update leads set phone = '+442079460957' where id = ${later}`.execute(app.db)
  })

  it('of two accounts stay if they become one, and admins see both accounts until one changes', async () => {
    const holder = await makeAgent(app.db, { phone: '+919833344455' })
    const other = await makeAgent(app.db, { phone: '+9109833344455' })
    await normaliseStoredPhones(app.database)
    expect(await phoneOf('users', other.id)).toBe('+9109833344455')
    expect(await clashes()).toBe(1)
    expect(await sharing()).toEqual([holder.id, other.id].sort())
    await app.as(admin).call(updateUser, {
      body: { userId: other.id, name: other.name, email: other.email, phone: '98333 44456' },
    })
    expect(await clashes()).toBe(0)
    expect(await sharing()).toEqual([])
  })
})
