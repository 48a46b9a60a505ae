import { login, sessionOf } from '@raahi/contract/auth'
import { listLeads } from '@raahi/contract/leads'
import { getFollowUps, getPipeline } from '@raahi/contract/pipeline'
import { getUserLead } from '@raahi/contract/purchases'
import { getReturnFigures } from '@raahi/contract/return-figures'
import { listSources } from '@raahi/contract/sources'
import { myTransactions } from '@raahi/contract/transactions'
import { getUserKyc, listUsers } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '../config/index.ts'
import { createAdmin } from '../features/auth/create-admin.ts'
import { checkInvariants } from '../integrity/check-invariants.ts'
import { createFileStore } from '../platform/files/create-file-store.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { seedDemoData } from './demo-data.ts'
import { demoAdminLogin, demoAgentLogin } from './demo-logins.ts'

async function signIn(app: TestApp, who: { email: string; password: string }) {
  const body = { emailOrPhone: who.email, password: who.password }
  const { data } = await app.call(login, { body })
  const { user, accessToken } = sessionOf(data)
  return { user, client: app.as({ token: accessToken }) }
}

// With this gateway the demo's invoices must still be marked as tests.
const live: Config['gateway'] = {
  mode: 'live',
  keyId: 'rzp_live_A1b2C3d4E5f6G7',
  keySecret: 'a',
  webhookSecret: 'b',
  baseUrl: undefined,
}

describe('demo data', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    await seedDemoData(app.database, createFileStore(app.config), { ...app.config, gateway: live })
  })
  afterAll(() => app.close())

  it('satisfies all ledger invariants', async () => {
    expect(await checkInvariants(app.database)).toEqual([])
  })

  it("has an invoice for each captured payment, inside and outside the seller's state", async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select (select count(*) from payments where status <> 'failed') = count(*) as all_invoiced,
        count(*) filter (where cgst_paise > 0) > 0 as some_shared,
        count(*) filter (where igst_paise > 0) > 0 as some_integrated,
        count(*) filter (where buyer_gstin is null) > 0 as some_unregistered,
        bool_and(is_test) as all_test
      from invoices where kind = 'invoice'`.execute(app.db)
    expect(rows[0]).toEqual({
      all_invoiced: true,
      some_shared: true,
      some_integrated: true,
      some_unregistered: true,
      all_test: true,
    })
  })

  it('has orders in every state, a payment that failed before another succeeded, and a refund', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select (select count(distinct status)::integer from orders) as states,
        (select count(distinct kind)::integer from orders) as kinds,
        count(*) filter (where p.status = 'failed' and o.status = 'paid') > 2 as retried,
        count(*) filter (where p.status = 'lead_refund')::integer as went_back,
        count(*) filter (where p.created_at < o.created_at or o.created_at > now())::integer
          as out_of_time
      from payments p join orders o on o.id = p.order_id`.execute(app.db)
    expect(rows[0]).toEqual({ states: 3, kinds: 2, retried: true, went_back: 1, out_of_time: 0 })
  })

  it('has cards of its agent in every column, with notes, contacts and follow-ups that are due', async () => {
    const { client } = await signIn(app, demoAgentLogin)
    const { data } = await client.call(getPipeline)
    const totals = [data.new, data.contacted, data.quoted, data.won, data.lost, data.returned]
    for (const { total } of totals) expect(total).toBeGreaterThan(1)
    const cards = [data.new, data.contacted, data.quoted].flatMap((column) => column.cards)
    expect(cards.some(({ notes }) => notes > 0)).toBe(true)
    expect(cards.some(({ lastContact }) => lastContact?.outcome === 'no-answer')).toBe(true)
    expect((await client.call(getFollowUps)).data).toMatchObject({ dueToday: 2, overdue: 1 })
  })

  it('lets the admin and an agent with ₹5,000 log in', async () => {
    const admin = await signIn(app, demoAdminLogin)
    const agent = await signIn(app, demoAgentLogin)
    expect(admin.user).toMatchObject({ role: 'admin', wallet: 0 })
    expect(agent.user).toMatchObject({ role: 'user', wallet: 5000, userStatus: 'active' })
  })

  it('contains twelve agents and more than 240 leads over twelve months', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select (select count(*) from users where role = 'user') as agents,
        (select count(*) from leads where deleted_at is null) >= 240 as enough,
        (select count(distinct trip_type) from leads) as trip_types,
        (select count(distinct lead_type) from leads) as lead_types,
        (select count(distinct date_trunc('month', created_at)) from leads) >= 12 as a_year,
        (select count(*) from leads where travel_date <= created_at::date) as trips_before_enquiry,
        (select count(*) from leads where created_at > now() or sold_at > now()) as in_the_future,
        (select count(distinct phone) = count(*) from leads) as phones_differ,
        (select count(*) from purchases) >= 36 as sold_to_agents,
        (select count(*) from purchases p join leads l on l.id = p.lead_id
          where p.created_at <= l.created_at or p.created_at > now()) as bought_before_there,
        (select count(*) > 0 from leads where sold_cause = 'outside') as some_sold_outside,
        (select count(*) > 0 from leads where deleted_at is not null) as some_deleted
    `.execute(app.db)
    expect(rows[0]).toEqual({
      agents: 12,
      enough: true,
      trip_types: 7,
      lead_types: 2,
      a_year: true,
      trips_before_enquiry: 0,
      in_the_future: 0,
      phones_differ: true,
      sold_to_agents: true,
      bought_before_there: 0,
      some_sold_outside: true,
      some_deleted: true,
    })
  })

  it('sells trips from today to a year ahead, has eight expired leads, and sold trips before they began', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      with available as (
        select * from leads where deleted_at is null and status = 'buy' and not is_expired
      )
      select (select count(*) from available) > 120 as enough,
        (select count(*) from available
          where travel_date is null and travel_month is null) between 1 and 30 as some_undated,
        (select count(*) from available
          where travel_date not between today_in_india() and today_in_india() + 365) as out_of_reach,
        (select count(distinct date_trunc('month', travel_date)) from available) >= 11 as a_year,
        (select count(*) from leads where deleted_at is null and is_expired) as expired,
        (select count(*) from leads where status = 'sold'
          and travel_date not between day_in_india(sold_at) and day_in_india(sold_at) + 150) as sold_late
    `.execute(app.db)
    expect(rows[0]).toEqual({
      enough: true,
      some_undated: true,
      out_of_reach: 0,
      a_year: true,
      expired: 8,
      sold_late: 0,
    })
  })

  it('has leads for sale with a month, each budget and each wish, together, alone and without any', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select count(*) filter (where travel_month is not null and month_end >= today_in_india()) > 5 as months,
        count(distinct budget_per_person) as budgets, count(distinct priority) as priorities,
        bool_or(budget_per_person is not null and priority is not null) as with_both,
        bool_or(budget_per_person is not null and priority is null) as with_budget,
        bool_or(budget_per_person is null and priority is not null) as with_priority,
        bool_or(budget_per_person is null and priority is null) as with_neither
      from leads where deleted_at is null and status = 'buy' and not is_expired`.execute(app.db)
    expect(rows[0]).toEqual({
      ...{ months: true, budgets: 5, priorities: 6 },
      ...{ with_both: true, with_budget: true, with_priority: true, with_neither: true },
    })
  })

  it('numbers the entries of each wallet, and the leads, in order of time', async () => {
    const { rows } = await sql`
      select number from (
        select number, created_at, lag(created_at) over (partition by user_id order by number) as before
        from journal_entries) e where created_at < before
      union all
      select number from (
        select number, created_at, lag(created_at) over (order by number) as before from leads) l
        where created_at < before`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('gives the agent a history that adds up to its balance', async () => {
    const { user, client } = await signIn(app, demoAgentLogin)
    const bought = await client.call(getUserLead, { params: { userId: user._id } })
    expect(bought.data).toHaveLength(22)
    expect(bought.data.every((purchase) => purchase.lead.phone?.startsWith('+91'))).toBe(true)
    const statement = await client.call(myTransactions, { query: { limit: 50 } })
    const moved = statement.data.docs.map((line) =>
      line.direction === 'credit' ? line.amount : -line.amount,
    )
    expect(moved.reduce((sum, amount) => sum + amount, 0)).toBe(5000)
    expect(statement.data.docs[0]?.balance).toBe(5000)
  })

  it('has six plans, two of each type, and subscriptions that are active, end soon or have ended', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select (select array_agg(n order by n) from (
          select count(*)::integer as n from plans group by type) types) as plans_of_each_type,
        count(*) filter (where ends_at > now() + interval '5 days') > 2 as running,
        count(*) filter (where ends_at between now() and now() + interval '3 days') > 1 as ending,
        count(*) filter (where ends_at < now()) > 2 as ended,
        (select count(*) > 5 from purchases where paid_with = 'plan') as some_purchases_by_plan,
        count(*) filter (where s.started_at < u.created_at) as before_they_joined
      from subscriptions s join users u on u.id = s.user_id`.execute(app.db)
    expect(rows[0]).toEqual({
      plans_of_each_type: [2, 2, 2],
      running: true,
      ending: true,
      ended: true,
      some_purchases_by_plan: true,
      before_they_joined: 0,
    })
  })

  it('has replacement requests in all three states, from several agents including the demo agent', async () => {
    const { user } = await signIn(app, demoAgentLogin)
    const { rows } = await sql<Record<string, unknown>>`
      select count(distinct r.user_id)::integer >= 6 as agents,
        count(*) filter (where r.status = 'pending')::integer as pending,
        count(*) filter (where r.status = 'approved')::integer as approved,
        count(*) filter (where r.status = 'rejected')::integer as rejected,
        count(distinct r.status) filter (where r.user_id = ${user._id})::integer as own_states,
        count(distinct r.reason_code)::integer as reasons,
        count(distinct r.returned)::integer as ways_back,
        count(*) filter (where r.created_at < p.created_at or r.created_at > now()
          or r.decided_at < r.created_at or r.decided_at > now())::integer as out_of_time,
        bool_or(r.status = 'pending' and r.created_at < now() - interval '7 days') as one_waits_long,
        count(*) filter (where r.status = 'pending' and r.decide_by > now() + interval '12 hours')::integer as with_time_left,
        count(*) filter (where r.status = 'pending' and r.decide_by <= now())::integer as late,
        count(*) filter (where r.policy_version is not null) > 5 as with_policy,
        bool_and((r.policy_version is null) = not exists (select from replacement_checks c where c.request_id = r.id)) as checked,
        count(*) filter (where r.rejection_reason is not null) = count(distinct r.rejection_reason) as individual_texts
      from replacement_requests r join purchases p on p.id = r.purchase_id`.execute(app.db)
    expect(rows[0]).toEqual({
      agents: true,
      pending: 6,
      approved: 8,
      rejected: 9,
      own_states: 3,
      reasons: 6,
      ways_back: 2,
      out_of_time: 0,
      one_waits_long: true,
      with_time_left: 3,
      late: 0,
      with_policy: true,
      checked: true,
      individual_texts: true,
    })
  })

  it('has enough purchases of 90 days for the published figures, some returned, and leads with verified contacts', async () => {
    const { data } = await app.call(getReturnFigures, {})
    expect(data.figures?.purchases).toBeGreaterThanOrEqual(data.minPurchases + 5)
    expect(data.figures?.returned).toBeGreaterThanOrEqual(2)
    const { rows } = await sql<Record<string, unknown>>`
      select count(*) filter (where email_verified_at is not null and phone_verified_at is null) > 2 as email,
        count(*) filter (where phone_verified_at is not null and email_verified_at is null) > 0 as phone,
        count(*) filter (where phone_verified_at is not null and email_verified_at is not null) > 0 as both
      from leads where status = 'buy' and deleted_at is null`.execute(app.db)
    expect(rows[0]).toEqual({ email: true, phone: true, both: true })
  })

  it('has enquiries in every state, a repeated one, converted ones, and open messages', async () => {
    const { rows } = await app.database.pool.query(`
      select count(*) filter (where status = 'new') as new,
        count(*) filter (where status = 'rejected') as rejected,
        count(*) filter (where status = 'withdrawn') as withdrawn,
        count(*) filter (where status = 'converted') as converted,
        count(*) filter (where duplicate_of is not null) as repeated,
        (select count(*) from lead_origins) as with_lead,
        (select count(*) from contact_messages where answered_at is null) as waiting,
        (select count(*) from contact_messages where answered_at is not null) as answered
      from enquiries`)
    const counts = Object.entries(rows[0] ?? {}).map(([name, n]) => [name, Number(n) > 0])
    expect(counts).toEqual(counts.map(([name]) => [name, true]))
    expect(counts).toHaveLength(8)
  })

  it('has sources of four kinds with sales, costs and arrivals, of which only the partner is silent', async () => {
    const { client } = await signIn(app, demoAdminLogin)
    const { data } = await client.call(listSources)
    const own = data.filter(({ kind }) => kind !== 'website' && kind !== 'manual')
    expect(own.map(({ kind, isSilent }) => [kind, isSilent])).toEqual([
      ['google-ads', false],
      ['meta-ads', false],
      ['api', true],
      ['embed', false],
    ])
    for (const { figures } of own) expect(figures.sold).toBeGreaterThan(0)
    expect(own.filter(({ figures }) => figures.netPerRupee !== null)).toHaveLength(2)
  })

  it("has transactions of every kind, including failed payments, and an audit log of the admin's actions", async () => {
    const { rows } = await sql<{ kind: string }>`
      select distinct method || ' ' || status as kind from transaction_rows order by 1`.execute(
      app.db,
    )
    expect(rows.map(({ kind }) => kind)).toEqual([
      'Online captured',
      'Online failed',
      'Online lead_refund',
      'cash captured',
      'lead_wallet captured',
      'recharge_by_admin captured',
      'wallet_refund lead_refund',
    ])
    const actions = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_role', '=', 'admin')
      .distinct()
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['wallet.recharge', 'plan.assign', 'replacement.approve']),
    )
  })

  it("has agents in and outside the seller's state, most with a document that an admin can open", async () => {
    const { client } = await signIn(app, demoAdminLogin)
    const { data } = await client.call(listUsers, { query: { limit: 50 } })
    const suspended = data.docs.filter(({ userStatus }) => userStatus === 'suspended')
    expect(suspended.map(({ role, email }) => [role, email === demoAgentLogin.email])).toEqual([
      ['user', false],
    ])
    const documented = data.docs.filter(({ kyc }) => kyc)
    expect(documented.length).toBeGreaterThan(5)
    expect(documented.length).toBeLessThan(data.totalDocs - 1)
    for (const { _id } of documented) {
      const document = await client.call(getUserKyc, { params: { userId: _id } })
      expect(document.status).toBe(200)
      expect(document.text).toMatch(/^%PDF-1.4[\s\S]*%%EOF\n$/)
    }
  })

  it('prices every lead that is for sale', async () => {
    const { client } = await signIn(app, demoAgentLogin)
    const { data } = await client.call(listLeads, { query: { satatus: 'buy' } })
    for (const lead of data.leads) {
      expect(lead.cost).toBe(lead.leadType === 'domestic' ? 50 : 40)
    }
  })
})

describe('demo data with existing admins', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('creates no other admin, and lets the second one decide appeals', async () => {
    for (const email of ['own@example.org', 'second@example.org']) {
      await createAdmin(app.database, { name: 'Own Admin', email, password: 'long enough' })
    }
    await seedDemoData(app.database, createFileStore(app.config), app.config)
    const admins = await app.db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'admin')
      .execute()
    expect(admins.map(({ email }) => email).sort()).toEqual([
      'own@example.org',
      'second@example.org',
    ])
    expect(await checkInvariants(app.database)).toEqual([])
  })
})
