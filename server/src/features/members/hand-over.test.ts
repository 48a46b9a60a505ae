import * as automatic from '@raahi/contract/automatic-buying'
import { handOverAgency } from '@raahi/contract/members'
import { getOwnEnquiry } from '@raahi/contract/own-enquiry'
import { exportPurchases, listPurchases } from '@raahi/contract/purchases'
import { createSavedSearch, updateSavedSearch } from '@raahi/contract/saved-searches'
import { updateUser } from '@raahi/contract/update-user'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { captureTopUp } from '../../testing/captured-payments.ts'
import {
  buyEnquiryLead,
  factoryPassword,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiryLead,
  makeMember,
  makeSavedSearch,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'both', 50_00)
})
afterAll(() => app.close())

/** An agency whose founder is a buyer now. */
async function makeHandedOver() {
  const founder = await makeAgent(app.db, { company_name: 'Malabar Holidays', name: 'Fatima' })
  const owner = await makeMember(app.db, founder, { agent_role: 'buyer', name: 'Omar' })
  const handOver = await app.as(founder).call(handOverAgency, {
    params: { id: owner.id },
    body: { password: factoryPassword },
  })
  expect(handOver.status).toBe(200)
  return { founder, owner }
}

describe('after a hand-over, the present owner', () => {
  it('is named on invoices and lists', async () => {
    const { founder, owner } = await makeHandedOver()
    const { invoiceId } = await withTransaction(app.database, (tx) =>
      captureTopUp(tx, app.config, { userId: founder.id, amountPaise: 118_00 }),
    )
    const invoice = await app.db
      .selectFrom('invoices')
      .select(['buyer_name', 'buyer_email', 'buyer_phone', 'buyer_company'])
      .where('id', '=', invoiceId)
      .executeTakeFirst()
    expect(invoice).toEqual({
      buyer_name: owner.name,
      buyer_email: owner.email,
      buyer_phone: owner.phone,
      buyer_company: 'Malabar Holidays',
    })
  })

  it('is shown to the traveller, also for an export of another member', async () => {
    const { founder, owner } = await makeHandedOver()
    await giveMoney(app.database, founder.id, 1000_00)
    const { token, leadId } = await makeEnquiryLead(app.db, admin.id)
    await buyEnquiryLead(app.database, founder.id, leadId, { hoursAgo: 1 })
    const buyer = await makeMember(app.db, founder, { agent_role: 'buyer' })
    await app.as(buyer).call(exportPurchases)
    const { data } = await app.call(getOwnEnquiry, { params: { token } })
    const agent = { companyName: 'Malabar Holidays', name: owner.name }
    expect(data.agent).toMatchObject({ ...agent, phone: owner.phone })
    expect(data.disclosures).toMatchObject([
      { kind: 'exported', agent },
      { kind: 'bought', agent },
    ])
    const [purchase] = (await app.as(buyer).call(listPurchases)).data.docs
    expect(purchase?.user).toEqual({ _id: founder.id, name: owner.name, email: owner.email })
  })
})

describe('after a hand-over, automatic buying', () => {
  const limits = { dailyAmount: 500, dailyLeads: 5, maxPrice: 60, walletFloor: 100 }

  async function makeRuleOfOwner() {
    const { founder, owner } = await makeHandedOver()
    const id = await makeSavedSearch(app.db, founder.id, { name: 'Goa', destination: 'Goa' })
    const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const body = { ...limits, endsOn, currentPassword: factoryPassword }
    const set = await app.as(owner).call(automatic.setAutomaticBuying, { params: { id }, body })
    expect(set.status).toBe(200)
    return { founder, owner, searchId: id }
  }
  const pausedBy = async ({ id }: MadeUser) => {
    const { rows } = await sql<{ paused_by: string | null }>`
      select paused_by from automatic_buying_rules where user_id = ${id}`.execute(app.db)
    return rows[0]?.paused_by
  }

  it('is paused by the link for the owner, also while the founder is suspended', async () => {
    const { founder, owner } = await makeRuleOfOwner()
    await sql`update users set member_suspended_at = now() where id = ${founder.id}`.execute(app.db)
    const { rows } = await sql<{ key: string }>`
      select pause_key as key from automatic_buying_rules where user_id = ${founder.id}`.execute(
      app.db,
    )
    const url = `${automatic.pauseAutomaticBuyingPath}?key=${rows[0]?.key}`
    expect((await app.app.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect(await pausedBy(founder)).toBe('mail')
    const { rows: entries } = await sql`select actor_id from audit_log
      where subject_id = ${founder.id} and action = 'user.pause-automatic-buying'`.execute(app.db)
    expect(entries).toEqual([{ actor_id: owner.id }])
  })

  it('stops with a new email of the owner, not of another member', async () => {
    const { founder, owner } = await makeRuleOfOwner()
    const replaceEmail = ({ id, name }: MadeUser) =>
      app.as(admin).call(updateUser, {
        body: { userId: id, name, email: `${uniqueText()}@new.example` },
      })
    await replaceEmail(founder)
    expect(await pausedBy(founder)).toBeNull()
    await replaceEmail(owner)
    expect(await pausedBy(founder)).toBe('email')
  })

  it('is not resumed with a search by another member than the owner', async () => {
    const { founder, owner, searchId } = await makeRuleOfOwner()
    const set = (by: MadeUser, isPaused: boolean) =>
      app.as(by).call(updateSavedSearch, {
        params: { id: searchId },
        body: { name: 'Goa', destination: 'Goa', isPaused },
      })
    await set(founder, true)
    await set(owner, false)
    expect(await pausedBy(founder)).toBeNull()
    await set(founder, true)
    expect((await set(founder, false)).data.isPaused).toBe(false)
    expect(await pausedBy(founder)).toBe('agent')
  })
})

it('alerts need the confirmed email of the owner, not of the founder', async () => {
  const { founder, owner } = await makeHandedOver()
  const confirm = (user: MadeUser, at: Date | null) =>
    app.db.updateTable('users').set({ email_confirmed_at: at }).where('id', '=', user.id).execute()
  const save = (name: string) =>
    app.as(founder).call(createSavedSearch, { body: { name, mailAlerts: 'daily' } })
  await confirm(founder, null)
  expect((await save('One')).status).toBe(201)
  await confirm(owner, null)
  await confirm(founder, new Date())
  expect((await save('Two')).code).toBe('EMAIL_NOT_CONFIRMED')
})
