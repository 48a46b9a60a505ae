import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planInvariants } from '../features/plans/plan-invariants.ts'
import { purchaseInvariants } from '../features/purchases/purchase-invariants.ts'
import { replacementInvariants } from '../features/replacements/replacement-invariants.ts'
import {
  giveMoney,
  givePlan,
  makeAdmin,
  makeAgent,
  makeLead,
  makePlan,
  makePlanPurchase,
  makePurchase,
  makeRequest,
} from '../testing/factories.ts'
import { setLeadPrice } from '../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { auditStatements, selectViolations } from './audit-statements.ts'
import { checkInvariants, checkInvariantsAgain } from './check-invariants.ts'

// Tests that every invariant can fail: each is violated by a separate change of the tables.

/** Creates every kind of purchase, request and refund. */
async function fill({ db, database }: TestApp) {
  const admin = await makeAdmin(db)
  const [agent, other] = [await makeAgent(db), await makeAgent(db)]
  await setLeadPrice(db, 'domestic', 5000)
  await giveMoney(database, agent.id, 2000_00)
  const decide = (requestId: string, action: string) =>
    sql`select decide_replacement(${requestId}, ${action}, ${admin.id}, gen_random_uuid())`.execute(
      db,
    )
  const plan = await makePlan(db, { price_paise: 1000_00, lead_quota: 3 })
  const free = await givePlan(database, agent.id, await makePlan(db, { price_paise: 0 }))
  const paid = await givePlan(database, agent.id, plan)
  const ofWallet = await givePlan(database, agent.id, plan, 'wallet')
  const ended = await givePlan(database, agent.id, plan)
  const late = await makePlanPurchase(database, agent.id, ended)
  await makePlanPurchase(database, agent.id, ended)
  await sql`update subscriptions set started_at = started_at - interval '31 days',
    ends_at = ends_at - interval '31 days' where id = ${ended}`.execute(db)
  await sql`update purchases set created_at = created_at - interval '31 days'
    where subscription_id = ${ended}`.execute(db)
  await sql`update leads l set sold_at = p.created_at from purchases p where p.lead_id = l.id`.execute(
    db,
  )
  const approved = {
    wallet: await makeRequest(database, agent.id, await makePurchase(database, agent.id)),
    plan: await makeRequest(database, agent.id, await makePlanPurchase(database, agent.id, paid)),
    share: await makeRequest(database, agent.id, late),
  }
  for (const id of Object.values(approved)) await decide(id, 'approved')
  const rejected = await makeRequest(database, agent.id, await makePurchase(database, agent.id))
  await decide(rejected, 'rejected')
  await makeRequest(database, agent.id, await makePurchase(database, agent.id))
  return {
    admin,
    agent,
    other,
    free,
    paid,
    ofWallet,
    ended,
    approved,
    rejected,
    lead: await makeLead(db),
  }
}
type Records = Awaited<ReturnType<typeof fill>>

/** By invariant: statements, each of which alone violates it. */
const violations: Record<string, (records: Records) => string[]> = {
  'each subscription has used as many leads as its purchases that were not given back': (w) => [
    `update subscriptions set leads_used = leads_used + 1 where id = '${w.paid}'`,
    `update subscriptions set leads_used = 0 where id = '${w.ended}'`,
    `alter table subscriptions drop constraint subscriptions_within_quota;
      update subscriptions set leads_used = -1 where id = '${w.paid}'`,
  ],
  'each purchase by a plan used a subscription of its buyer that ran then and covers its type': (
    w,
  ) => [
    `update subscriptions set type = 'international' where id = '${w.ended}'`,
    `update purchases set created_at = now() where subscription_id = '${w.ended}'`,
    `update purchases set created_at = now() - interval '99 days' where subscription_id = '${w.paid}'`,
    `update purchases set user_id = '${w.other.id}' where subscription_id = '${w.paid}'`,
    `update purchases set cost_paise = 1 where subscription_id = '${w.paid}'`,
  ],
  'each subscription was paid by one journal entry of exactly its price, or costs nothing': (w) => [
    `update subscriptions set price_paise = price_paise + 1 where id = '${w.paid}'`,
    `update subscriptions set cause = 'payment' where id = '${w.paid}'`,
    `update subscriptions set user_id = '${w.other.id}' where id = '${w.paid}'`,
    `update subscriptions set cause = 'cash' where id = '${w.ofWallet}'`,
  ],
  'each price of a plan went from where it was paid to the revenue of plans': (w) => [
    `update postings set account_id = '00000000-0000-0000-0000-000000000001'
      where account_id = '00000000-0000-0000-0000-000000000002' and amount_paise > 0`,
    `update postings set account_id = '00000000-0000-0000-0000-000000000003'
      where entry_id = (select entry_id from subscriptions where id = '${w.paid}')
        and amount_paise < 0`,
    `update postings set account_id = '00000000-0000-0000-0000-000000000004'
      where entry_id = (select entry_id from subscriptions where id = '${w.ofWallet}')
        and amount_paise < 0`,
  ],
  'each sale of a plan granted one subscription': (w) => [
    `update subscriptions set cause = 'free', price_paise = 0, entry_id = null where id = '${w.paid}'`,
  ],
  'each payment of a plan from a wallet granted one subscription': (w) => [
    `update subscriptions set cause = 'free', price_paise = 0, entry_id = null where id = '${w.ofWallet}'`,
  ],
  'a plan that costs nothing is given to a user once': (w) => [
    `drop index subscriptions_free_once;
      insert into subscriptions select gen_random_uuid(), user_id, plan_id, plan_name, price_paise, type,
        validity_days, lead_quota, leads_used, cause, entry_id, started_at, ends_at
        from subscriptions where id = '${w.free}'`,
  ],
  'no subscription ends later than its days after its start': (w) => [
    `update subscriptions set ends_at = ends_at + interval '1 second' where id = '${w.paid}'`,
    `update subscriptions set started_at = started_at - interval '1 second' where id = '${w.free}'`,
  ],
  'a lead of a subscription is worth what is left of the price of the plan, divided by its leads': (
    w,
  ) => [
    `update subscriptions set lead_share_paise = lead_share_paise + 1 where id = '${w.paid}'`,
    `update subscriptions set lead_share_paise = 0 where id = '${w.ended}'`,
  ],
  'each subscription that an admin sold or a wallet paid has the terms that the audit log has': (
    w,
  ) => [
    `update subscriptions set lead_quota = lead_quota + 1 where id = '${w.paid}'`,
    `update subscriptions set validity_days = 365 where id = '${w.paid}'`,
    `update subscriptions set type = 'both' where id = '${w.paid}'`,
    `update subscriptions set price_paise = 1 where id = '${w.paid}'`,
    `update subscriptions set user_id = '${w.other.id}' where id = '${w.paid}'`,
    `set local session_replication_role = replica; delete from audit_log where subject_id = '${w.paid}'`,
    `update subscriptions set lead_quota = lead_quota + 1 where id = '${w.ofWallet}'`,
    `set local session_replication_role = replica; delete from audit_log where subject_id = '${w.ofWallet}'`,
  ],
  'each replacement request belongs to the buyer of its lead': (w) => [
    `update replacement_requests set user_id = '${w.other.id}' where id = '${w.rejected}'`,
    `update replacement_requests set lead_number = lead_number + 1 where id = '${w.rejected}'`,
  ],
  'each approved replacement gave back what the refund rule of its purchase says': (w) => [
    `update replacement_requests set refund_paise = refund_paise + 1 where id = '${w.approved.wallet}'`,
    `update replacement_requests set returned = 'plan', entry_id = null where id = '${w.approved.wallet}'`,
    `update replacement_requests set rule_version = rule_version + 1 where id = '${w.approved.wallet}'`,
    `update purchases set refund_rule_version = refund_rule_version + 1 where id =
      (select purchase_id from replacement_requests where id = '${w.approved.wallet}')`,
    `update purchases set cost_paise = cost_paise - 1 where id =
      (select purchase_id from replacement_requests where id = '${w.approved.wallet}')`,
    `update replacement_requests set decided_at = now() + interval '40 days' where id = '${w.approved.plan}'`,
    `update replacement_requests set decided_at = now() - interval '20 days' where id = '${w.approved.share}'`,
    `update subscriptions set lead_share_paise = lead_share_paise + 1 where id = '${w.ended}'`,
    `update replacement_requests set refund_paise = 1 where id = '${w.approved.plan}'`,
    `update replacement_requests set returned = 'plan', entry_id = null where id = '${w.approved.share}'`,
  ],
  'no approved replacement gave back more than was paid': (w) => [
    `update replacement_requests set refund_paise = refund_paise + 1 where id = '${w.approved.wallet}'`,
    `update replacement_requests set refund_paise = 100001 where id = '${w.approved.share}'`,
  ],
  'the approved replacements of a plan gave back at most its price': (w) => [
    `update purchases set subscription_id = '${w.ended}' where subscription_id = '${w.paid}';
      update replacement_requests set refund_paise = 600_00 where id in ('${w.approved.plan}', '${w.approved.share}')`,
  ],
  'each approved replacement moved its refund from the revenue that the sale credited': (w) => [
    `update journal_entries set amount_paise = amount_paise + 1
      where id = (select entry_id from replacement_requests where id = '${w.approved.wallet}')`,
    `update replacement_requests set entry_id = (select entry_id from purchases
      where id = replacement_requests.purchase_id) where id = '${w.approved.wallet}'`,
    `update replacement_requests set refund_paise = 1 where id = '${w.approved.plan}'`,
    `update postings set account_id = '00000000-0000-0000-0000-000000000002' where amount_paise < 0 and entry_id =
      (select entry_id from replacement_requests where id = '${w.approved.wallet}')`,
    `update postings set account_id = '00000000-0000-0000-0000-000000000001' where amount_paise < 0 and entry_id =
      (select entry_id from replacement_requests where id = '${w.approved.share}')`,
  ],
  'each refund is paid to its user’s wallet': (w) => [
    `update postings set account_id = '${w.other.id}' where account_id = '${w.agent.id}' and entry_id =
      (select entry_id from replacement_requests where id = '${w.approved.wallet}')`,
  ],
  'each refund belongs to one approved replacement': (w) => [
    `delete from replacement_requests where id = '${w.approved.wallet}'`,
    `alter table journal_entries drop constraint journal_entries_refunds;
      update journal_entries set status = 'captured' where id =
      (select entry_id from replacement_requests where id = '${w.approved.wallet}')`,
    `alter table journal_entries drop constraint journal_entries_refunds;
      update journal_entries set status = 'lead_refund' where method = 'recharge_by_admin'`,
  ],
  'a request that is not approved gave nothing back': (w) => [
    `alter table replacement_requests drop constraint replacement_requests_returned;
      update replacement_requests set status = 'rejected' where id = '${w.approved.wallet}'`,
  ],
  'only a request that was late under a policy that approves late requests is approved by its deadline':
    (w) => [
      `update replacement_requests set decided_how = 'deadline', decided_by = null where id = '${w.approved.wallet}'`,
      `insert into return_policies (version, report_days, decide_hours, approves_late, created_by)
        select 2, 14, 48, false, user_id from replacement_requests where id = '${w.approved.wallet}';
      update replacement_requests set decided_how = 'deadline', decided_by = null, policy_version = 2,
        decide_by = decided_at - interval '1 hour' where id = '${w.approved.wallet}'`,
    ],
  'no request was rejected after its deadline under a policy that approves late requests': (w) => [
    `update replacement_requests set decided_at = decide_by + interval '1 hour' where id = '${w.rejected}'`,
  ],
  'only a request that a check proves under its policy, below the return rate, is approved by a check':
    (w) => [
      `update replacement_requests set decided_how = 'check', decided_by = null where id = '${w.approved.wallet}'`,
      `${approveByCheck(w)}; update replacement_requests set recent_purchases = 10, recent_returns = 3 where id = '${w.approved.wallet}'`,
      `${approveByCheck(w)}; insert into return_policies (version, report_days, decide_hours, approves_late, withdrawn_approves, created_by)
        select 2, 14, 48, true, false, user_id from replacement_requests where id = '${w.approved.wallet}';
      update replacement_requests set policy_version = 2 where id = '${w.approved.wallet}'`,
    ],
  'only a request that the traveller confirmed in time, below the return rate, is approved by the answer':
    (w) => [
      `update replacement_requests set decided_how = 'traveller', decided_by = null where id = '${w.approved.wallet}'`,
    ],
  'no agent has more automatic approvals in 30 days than the policy of the purchase allows': (
    w,
  ) => [
    `${approveByCheck(w)};
      alter table return_policies disable trigger user, drop constraint return_policies_max_automatic_check;
      update return_policies set max_automatic = 0;
      update replacement_requests set recent_automatic = 0,
        policy_version = (select max(version) from return_policies) where id = '${w.approved.wallet}'`,
  ],
  'a request whose purchase had a rejection is approved only by a check or an answer from after it':
    (w) => [
      `${approveByCheck(w)}; update replacement_requests set created_at = created_at - interval '1 hour', purchase_id =
        (select purchase_id from replacement_requests where id = '${w.approved.wallet}') where id = '${w.rejected}';
      update replacement_checks set happened_at = now() - interval '1 day' where found is not null`,
    ],
  'an appeal is decided by another admin than the one who rejected, or by the only admin': (w) => [
    `update replacement_requests set created_at = created_at - interval '1 hour', purchase_id =
        (select purchase_id from replacement_requests where id = '${w.approved.wallet}') where id = '${w.rejected}';
      update replacement_requests set decided_as_only_admin = false where id = '${w.approved.wallet}'`,
  ],
  'an appeal is made before its end, which is the days to report after the rejection': (w) => [
    `update replacement_requests set appeal_by = appeal_by + interval '1 day' where id = '${w.rejected}'`,
    `update replacement_requests set created_at = created_at - interval '1 hour', purchase_id =
        (select purchase_id from replacement_requests where id = '${w.approved.wallet}') where id = '${w.rejected}';
      update replacement_requests set created_at = created_at + interval '1 year' where id = '${w.approved.wallet}'`,
  ],
  'each request with a return rate has the result of each check, every other has none': (w) => [
    `delete from replacement_checks where request_id = '${w.rejected}' and check_code = 'withdrawn'`,
    `update replacement_requests set recent_purchases = null, recent_returns = null where id = '${w.rejected}'`,
  ],
  'a check finds only leads that were sold before the purchase': (w) => [
    `update replacement_checks set found = 'phone', happened_at = now() - interval '1 day', other_lead_id =
      (select id from leads where status = 'buy' limit 1) where request_id = '${w.rejected}' and check_code = 'sold-before'`,
    `update replacement_checks set found = 'phone', happened_at = now() + interval '1 day', other_lead_id =
      (select lead_id from purchases limit 1) where request_id = '${w.rejected}' and check_code = 'sold-before'`,
  ],
  'the deadline of each request is what its return policy says': (w) => [
    `update replacement_requests set decide_by = decide_by + interval '1 second' where id = '${w.rejected}'`,
  ],
  'a purchase says what its latest replacement request says': (w) => [
    `update purchases set replacement_status = 'no-replacement'
      where id = (select purchase_id from replacement_requests where id = '${w.rejected}')`,
    `delete from replacement_requests where id = '${w.rejected}'`,
  ],
  'a purchase has one open or approved request at most, and few in all': (w) => [
    `drop index replacement_requests_one_live; ${copies(w, w.approved.wallet, 1)}`,
    copies(w, w.rejected, 2),
  ],
  'a lead sold to an agent has one purchase, every other lead none': (w) => [
    `update leads set sold_cause = 'outside' where id = ${soldFromWallet}`,
    `update leads set status = 'sold', sold_cause = 'purchase', sold_at = now(), sold_cost_paise = 1 where id = '${w.lead}'`,
    `alter table purchases drop constraint purchases_lead_id_key;
      update purchases set lead_id = ${soldFromWallet} where paid_with = 'plan'`,
  ],
  'each purchase is bought by and assigned to a member of its agency': (w) => [
    `update purchases set bought_by = '${w.other.id}'`,
    `update purchases set assigned_to = '${w.other.id}'`,
  ],
  'each purchase is funded by one journal entry of exactly its price': () => [
    `update journal_entries set amount_paise = amount_paise + 1 where method = 'lead_wallet'`,
  ],
  'each purchase is paid by its buyer’s wallet to the revenue of leads': (w) => [
    `update postings set account_id = '${w.other.id}' where account_id = '${w.agent.id}'`,
    `update postings set account_id = (select id from accounts where kind = 'cash')
      where account_id = (select id from accounts where kind = 'revenue_leads')`,
  ],
  'each sale of a lead from a wallet belongs to one purchase': () => [
    `update journal_entries set method = 'lead_wallet' where method = 'recharge_by_admin'`,
  ],
  'a purchase costs what its lead was sold for': () => [
    `update leads set sold_cost_paise = sold_cost_paise + 1 where id = ${soldFromWallet}`,
    `update purchases set cost_paise = cost_paise + 1 where lead_id = ${soldFromWallet}`,
    `update leads set sold_cost_paise = null where id = ${soldFromWallet}`,
  ],
  'the price of a purchase is the full price less the step for the age of its lead': (w) => [
    `update purchases set full_price_paise = full_price_paise + 1 where lead_id = ${soldFromWallet}`,
    `update purchases set ageing_version = 2 where lead_id = ${soldFromWallet}`,
    // A version that was in force at the purchase, with a step that the purchase did not get.
    `alter table ageing_rules disable trigger user;
      update ageing_rules set starts_at = '2020-01-01';
      insert into ageing_rules (version, starts_at, created_by) values (2, '2020-01-02', '${w.admin.id}');
      insert into ageing_steps values (2, 'domestic', 30, 20);
      update purchases set ageing_version = 2;
      update leads set created_at = created_at - interval '30 days' where id = ${soldFromWallet}`,
  ],
  'each purchase has the time of its journal entry, or of the use of the plan': (w) => [
    `update purchases set created_at = created_at + interval '1 microsecond' where lead_id = ${soldFromWallet}`,
    `update purchases set created_at = created_at - interval '1 day' where subscription_id = '${w.paid}'`,
    `update journal_entries set created_at = created_at - interval '1 hour' where method = 'lead_wallet'`,
  ],
  'a bought lead has the name, phone and email with which it was sold': () => [
    `update leads set phone = '+919811122233' where id = ${soldFromWallet}`,
    `update leads set email = 'other@example.com' where id = ${soldFromWallet}`,
    `update leads set email = '' where id = ${soldFromWallet}`,
    `update leads set name = 'Other Name' where id = ${soldFromWallet}`,
    `update leads set name = phone, phone = name where id = ${soldFromWallet}`,
    `update leads set contact_digest = null where id = ${soldFromWallet}`,
  ],
  'no lead was sold to an agent after its travel date': () => [
    `update leads set travel_date = today_in_india() - 1, month_end = null, travel_month = null where id = ${soldFromWallet};
      update purchases set created_at = now() + interval '1 second'`,
    `alter table leads disable trigger user;
      update leads set travel_date = null, month_end = today_in_india() - 1, travel_month = 'May' where id = ${soldFromWallet};
      update purchases set created_at = now() + interval '2 minutes'`,
  ],
}

const soldFromWallet = `(select lead_id from purchases where paid_with = 'wallet' order by id limit 1)`

/** Changes an approval by an admin to an approval by a check. */
function approveByCheck(w: Records): string {
  return `update replacement_requests set decided_how = 'check', decided_by = null where id = '${w.approved.wallet}';
    update replacement_checks set found = 'withdrawn', happened_at = now()
      where request_id = '${w.approved.wallet}' and check_code = 'withdrawn'`
}

function copies(w: Records, requestId: string, count: number): string {
  return `insert into replacement_requests
      (id, purchase_id, user_id, lead_number, reason_code, reason_text, status, decided_at, decided_by,
      decided_how, returned)
    select gen_random_uuid(), purchase_id, user_id, lead_number, reason_code, reason_text, status, decided_at,
      '${w.admin.id}', 'person', case status when 'approved' then 'plan' end
    from replacement_requests, generate_series(1, ${count}) where id = '${requestId}'`
}

let app: TestApp
let records: Records
beforeAll(async () => {
  app = await createTestApp()
  records = await fill(app)
  expect(await checkInvariants(app.database)).toEqual([])
})
afterAll(async () => {
  expect(await checkInvariants(app.database)).toEqual([])
  await app.close()
})

const queries: Record<string, string> = {
  ...planInvariants,
  ...replacementInvariants,
  ...purchaseInvariants,
}

describe('audit of plans, replacements and purchases', () => {
  const switchGuards = async (to: 'disable' | 'enable') => {
    for (const table of ['journal_entries', 'postings'])
      await sql`alter table ${sql.table(table)} ${sql.raw(to)} trigger user`.execute(app.db)
  }
  beforeAll(() => switchGuards('disable'))
  afterAll(() => switchGuards('enable'))

  it('has a violating change for each invariant', () => {
    expect(Object.keys(violations)).toEqual(Object.keys(queries))
  })

  it.each(Object.entries(violations))('reports a violation of: %s', async (name, statementsOf) => {
    for (const statement of statementsOf(records)) {
      // Rolled back, so that each change is tested alone.
      const broken = await app.db
        .transaction()
        .execute(async (tx) => {
          await sql.raw(statement).execute(tx)
          const [audit] = auditStatements({ [name]: queries[name] ?? '' })
          const { rows } = await sql.raw(audit?.text ?? '').execute(tx)
          return Promise.reject(new Rollback(rows.length))
        })
        .catch((error: unknown) => {
          if (error instanceof Rollback) return error.rows
          throw error
        })
      expect(broken, statement).toBeGreaterThan(0)
    }
  })
})

it('finds a violation and its correction also with a prepared statement', async () => {
  const addLead = (count: number) =>
    sql`update subscriptions set leads_used = leads_used + ${count} where id = ${records.paid}`
  expect(await checkInvariantsAgain(app.database)).toEqual([])
  await addLead(1).execute(app.db)
  const findings = await checkInvariantsAgain(app.database)
  await addLead(-1).execute(app.db)
  expect(findings).toMatchObject([
    { invariant: Object.keys(violations)[0], rows: [{ id: records.paid }] },
  ])
  expect(await checkInvariantsAgain(app.database)).toEqual([])
})

it('plans the query of an invariant for all rows, although only the first rows are returned', async () => {
  await app.db.connection().execute(async (connection) => {
    await sql`create temporary table entries as select n as id, n % 100 as paise from generate_series(1, 20000) n`.execute(
      connection,
    )
    await sql`create unique index on entries (id)`.execute(connection)
    await sql`create temporary table copies as select * from entries`.execute(connection)
    await sql`analyze entries, copies`.execute(connection)
    const query = `select c.id from copies c join entries e on e.id = c.id where c.paise is distinct from e.paise`
    const { rows } = await sql
      .raw(`explain (costs off) ${selectViolations('copies are equal', query)}`)
      .execute(connection)
    expect(JSON.stringify(rows)).toContain('Hash Join')
  })
})

/** Thrown to roll back a change. */
class Rollback extends Error {
  readonly rows: number
  constructor(rows: number) {
    super('rolled back')
    this.rows = rows
  }
}
