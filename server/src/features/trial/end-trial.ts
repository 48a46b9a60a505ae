import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import type { DemoKind } from './public/demo-records.ts'

/** The numbers of changed and removed records. */
export interface EndedTrial {
  suspendedAccounts: number
  endedSessions: number
  removedLeads: number
  removedEnquiries: number
  removedSources: number
  removedMessages: number
  removedPlans: number
  removedPrices: number
  removedRequests: number
  closedOrders: number
  /** Demo leads to which purchases and the ledger refer. */
  keptLeads: number
  /** Accounts that are not demo accounts and whose wallets hold money from test payments. */
  testWallets: { accounts: number; paise: number }
}

/**
 * Ends the trial of a database, in one transaction: suspends the demo accounts permanently, including the last active
 * admin, ends their sessions, and removes the demo data to which neither the ledger nor a record of a real account
 * refers. A second run changes nothing. The function runs on the command line; the API does not offer it.
 */
export async function endTrial(database: Database): Promise<EndedTrial> {
  return withTransaction(database, async (tx) => {
    await sql`set local lock_timeout = '30s'`.execute(tx)
    await sql`set local statement_timeout = '300s'`.execute(tx)
    const accounts = await suspendDemoAccounts(tx)
    const removedRequests = await removeOpenRequests(tx)
    const leads = await removeLeads(tx)
    const removedEnquiries = await removeEnquiries(tx)
    const removedSources = await removeSources(tx)
    const removedMessages = await removeMessages(tx)
    const removedPlans = await removePlans(tx)
    const removedPrices = await removePrices(tx)
    const closedOrders = await closeTestOrders(tx)
    const testWallets = await findTestWallets(tx)
    await sql`
      insert into trial_end (ended_at) values (clock_timestamp())
      on conflict (only_row) do update set ended_at = excluded.ended_at`.execute(tx)
    return {
      ...accounts,
      removedRequests,
      ...leads,
      removedEnquiries,
      removedSources,
      removedMessages,
      removedPlans,
      removedPrices,
      closedOrders,
      testWallets,
    }
  })
}

const marked = (kind: DemoKind) => sql`(select id from demo_records where kind = ${kind})`

/**
 * Locks user, then wallet, as every suspension does. A running purchase is committed first, or finds its buyer
 * suspended.
 */
async function suspendDemoAccounts(
  tx: Transaction,
): Promise<Pick<EndedTrial, 'suspendedAccounts' | 'endedSessions'>> {
  const { rows: users } = await sql<{ id: string; status: string }>`
    select id, status from users where id in ${marked('user')}
    order by id for no key update`.execute(tx)
  await sql`
    select id from accounts where user_id in ${marked('user')} order by id for update`.execute(tx)
  const { rows: sessions } = await sql`
    select from sessions where user_id in ${marked('user')} and ended_at is null`.execute(tx)
  const active = users.filter(({ status }) => status === 'active')
  for (const { id } of active) {
    await tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute()
    await tx
      .insertInto('audit_log')
      .values({
        actor_id: null, // The command line has no signed-in user.
        actor_role: 'console',
        action: 'user.suspend',
        subject_type: 'user',
        subject_id: id,
        before: JSON.stringify({ status: 'active' }),
        after: JSON.stringify({ status: 'suspended' }),
      })
      .execute()
  }
  for (const { id } of users) await endSessionsOfUser(tx, id)
  return { suspendedAccounts: active.length, endedSessions: sessions.length }
}

/** Removes pending replacement requests of demo accounts. Decided requests stay, because they may have moved money. */
async function removeOpenRequests(tx: Transaction): Promise<number> {
  await sql`
    select id from purchases where user_id in ${marked('user')} and replacement_status = 'pending'
    order by id for update`.execute(tx)
  const { rows } = await sql<{ purchase_id: string }>`
    delete from replacement_requests where status = 'pending' and user_id in ${marked('user')}
    returning purchase_id`.execute(tx)
  await sql`
    update purchases p set replacement_status = coalesce((
        select status from replacement_requests r where r.purchase_id = p.id
        order by created_at desc limit 1), 'no-replacement')
    where id = any (${idsOf(rows, 'purchase_id')}::uuid[])`.execute(tx)
  return rows.length
}

/**
 * Removes the demo leads, and the leads that an admin made from demo enquiries, except leads that an agent has bought
 * or that a check of a replacement request has found.
 */
async function removeLeads(
  tx: Transaction,
): Promise<Pick<EndedTrial, 'removedLeads' | 'keptLeads'>> {
  const { rows: all } = await sql<{ id: string }>`
    select id from leads
    where id in ${marked('lead')}
      or id in (select lead_id from lead_origins where enquiry_id in ${marked('enquiry')})
    order by id for update`.execute(tx)
  // Read after the leads are locked, so that concurrent purchases are committed and visible.
  const { rows: removable } = await sql<{ id: string }>`
    select l.id from leads l left join lead_origins o on o.lead_id = l.id
    where l.id = any (${idsOf(all, 'id')}::uuid[])
      and not exists (select from purchases p where p.lead_id = l.id)
      and not exists (select from replacement_checks c where c.other_lead_id = l.id)
      and (o.enquiry_id is null or o.enquiry_id in ${marked('enquiry')})`.execute(tx)
  const ids = idsOf(removable, 'id')
  await sql`delete from lead_origins where lead_id = any (${ids}::uuid[])`.execute(tx)
  await sql`delete from leads where id = any (${ids}::uuid[])`.execute(tx)
  await deleteMarks(tx, 'lead', ids)
  return { removedLeads: ids.length, keptLeads: all.length - ids.length }
}

/** Removes demo enquiries without a lead. Real enquiries that were marked as duplicates of them are unmarked. */
async function removeEnquiries(tx: Transaction): Promise<number> {
  await sql`
    select id from enquiries where id in ${marked('enquiry')} order by id for update`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from enquiries e where id in ${marked('enquiry')}
      and not exists (select from lead_origins o where o.enquiry_id = e.id)`.execute(tx)
  const ids = idsOf(rows, 'id')
  await sql`
    update enquiries set duplicate_of = null where duplicate_of = any (${ids}::uuid[])`.execute(tx)
  await sql`delete from source_arrivals where enquiry_id = any (${ids}::uuid[])`.execute(tx)
  await sql`delete from enquiries where id = any (${ids}::uuid[])`.execute(tx)
  await deleteMarks(tx, 'enquiry', ids)
  return ids.length
}

/** Pauses the demo sources, and removes those to which no enquiry, file or key refers any more. */
async function removeSources(tx: Transaction): Promise<number> {
  await sql`update sources set state = 'paused' where id in ${marked('source')}`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from sources s where id in ${marked('source')}
      and not exists (select from enquiries e where e.source_id = s.id)
      and not exists (select from imports i where i.source_id = s.id)
      and not exists (select from api_keys k where k.source_id = s.id)
      and not exists (select from meta_leads m where m.source_id = s.id)`.execute(tx)
  const ids = idsOf(rows, 'id')
  for (const table of ['source_arrivals', 'source_costs', 'source_questions', 'source_consents']) {
    await sql`delete from ${sql.table(table)} where source_id = any (${ids}::uuid[])`.execute(tx)
  }
  await sql`delete from sources where id = any (${ids}::uuid[])`.execute(tx)
  await deleteMarks(tx, 'source', ids)
  return ids.length
}

async function removeMessages(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from contact_messages where id in ${marked('contact_message')} returning id`.execute(tx)
  await deleteMarks(tx, 'contact_message', idsOf(rows, 'id'))
  return rows.length
}

/**
 * Removes the demo plans that no real account has bought and no admin has changed. Plans that demo accounts have
 * ordered are taken off sale instead, as when an admin deletes a plan.
 */
async function removePlans(tx: Transaction): Promise<number> {
  await sql`
    select id from plans where id in ${marked('plan')} order by id for update`.execute(tx)
  const { rows } = await sql<{ id: string; is_ordered: boolean; is_on_sale: boolean }>`
    select id, deleted_at is null as is_on_sale,
      exists (select from subscriptions s where s.plan_id = p.id)
        or exists (select from orders o where o.plan_id = p.id) as is_ordered
    from plans p where id in ${marked('plan')}
      and not exists (select from subscriptions s
        where s.plan_id = p.id and s.user_id not in ${marked('user')})
      and not exists (select from audit_log a
        where a.subject_type = 'plan' and a.subject_id = p.id and a.action = 'plan.update')
  `.execute(tx)
  const ordered = rows.filter(({ is_ordered, is_on_sale }) => is_ordered && is_on_sale)
  const free = rows.filter(({ is_ordered }) => !is_ordered)
  await sql`
    update plans set deleted_at = now(), updated_at = now()
    where id = any (${idsOf(ordered, 'id')}::uuid[])`.execute(tx)
  await sql`delete from plans where id = any (${idsOf(free, 'id')}::uuid[])`.execute(tx)
  await deleteMarks(tx, 'plan', idsOf(free, 'id'))
  return ordered.length + free.length
}

/**
 * Removes demo prices that no admin has changed, so that no real lead is sold at them. The entry of the first price has
 * no `before`.
 */
async function removePrices(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from lead_costs c where id in ${marked('lead_cost')}
      and not exists (select from audit_log a
        where a.subject_type = 'lead-cost' and a.subject_id = c.id and a.before is not null)
    returning id`.execute(tx)
  await deleteMarks(tx, 'lead_cost', idsOf(rows, 'id'))
  return rows.length
}

/** Closes test orders, because the gateway of a deployment does not know them and must not be queried about them. */
async function closeTestOrders(tx: Transaction): Promise<number> {
  const { rows } = await sql`
    update orders set next_check_at = null,
      status = case when status = 'paid' then status else 'closed' end
    where is_test and (status in ('open', 'expired') or next_check_at is not null) returning id`.execute(
    tx,
  )
  return rows.length
}

async function findTestWallets(tx: Transaction): Promise<EndedTrial['testWallets']> {
  const { rows } = await sql<EndedTrial['testWallets']>`
    select count(*)::integer as accounts, coalesce(sum(balance_paise), 0)::bigint as paise
    from accounts a where kind = 'wallet' and balance_paise > 0
      and user_id not in ${marked('user')}
      and exists (select from orders o where o.user_id = a.user_id
        and o.is_test and o.kind = 'wallet' and o.status = 'paid')`.execute(tx)
  return rows[0] ?? { accounts: 0, paise: 0 }
}

/** Deletes the marks of removed records. */
async function deleteMarks(tx: Transaction, kind: DemoKind, ids: readonly string[]): Promise<void> {
  await sql`
    delete from demo_records where kind = ${kind} and id = any (${ids}::uuid[])`.execute(tx)
}

function idsOf<Name extends string>(rows: readonly Record<Name, string>[], name: Name): string[] {
  return rows.map((row) => row[name])
}
