import type pg from 'pg'
import { listViolations } from './compare.ts'

/** Every action has exactly one audit log entry, even if it was retried or a process died meanwhile. */
export async function checkAuditLog(client: pg.Client): Promise<string[]> {
  return [
    ...(await listViolations(client, 'not exactly one audit log entry', notLoggedOnce)),
    ...(await listViolations(client, 'recharges and audit log entries differ', recharges)),
  ]
}

const notLoggedOnce = `
  with done (action, subject_id) as (
    select 'lead.buy', lead_id from purchases
    union all select 'plan.assign', id from subscriptions where cause = 'cash'
    union all select 'replacement.request', id from replacement_requests
    union all select case when status = 'rejected' then 'replacement.reject' when decided_how = 'check'
        then 'replacement.approve-proved' when decided_how = 'traveller' then 'replacement.approve-answered' else 'replacement.approve' end, id
      from replacement_requests where status <> 'pending'
    union all select 'lead.create', id from leads where name ~ '^(Lead|Edited lead) [0-9]+$'
    union all select 'lead.mark-sold', id from leads where sold_cause = 'outside'
    union all select 'lead.delete', id from leads
      where deleted_at is not null and deleted_cause is distinct from 'withdrawn'
    union all select 'enquiry.convert', id from enquiries where status = 'converted'
    union all select 'enquiry.reject', id from enquiries where status = 'rejected'
    union all select 'plan.create', id from plans
    union all select 'plan.delete', id from plans where deleted_at is not null
    union all select 'contact-message.answer', id from contact_messages where answered_at is not null
    union all select 'user.register', id from users where role = 'user'
  )
  select d.subject_id, d.action, count(l.id) from done d
  left join audit_log l on l.action = d.action and l.subject_id = d.subject_id
  group by 1, 2 having count(l.id) <> 1`

const recharges = `
  select u.id, m.n as made, l.n as logged from users u, lateral (
    select count(*) as n from journal_entries where user_id = u.id and method = 'recharge_by_admin'
  ) m, lateral (
    select count(*) as n from audit_log where subject_id = u.id and action = 'wallet.recharge'
  ) l where m.n <> l.n`
