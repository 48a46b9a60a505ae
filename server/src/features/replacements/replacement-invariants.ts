import { maxRequests } from '@raahi/contract/replacements'

/**
 * Whether an approval breaks the version of the rule that it was decided under, judged by stored amounts alone. A new
 * version adds its case; rows of earlier versions keep theirs. A version without a case is a finding.
 */
const breaksRule = (version1: string) => `case r.rule_version when 1 then ${version1} else true end`

/** What must hold of replacement requests; the query of each finds the rows that break it. */
export const replacementInvariants: Record<string, string> = {
  'each replacement request belongs to the buyer of its lead': `
    select r.id, r.user_id, p.user_id as buyer_id, r.lead_number, l.number from replacement_requests r
    join purchases p on p.id = r.purchase_id join leads l on l.id = p.lead_id
    where r.user_id <> p.user_id or r.lead_number <> l.number`,
  'each approved replacement of a wallet’s purchase gave back exactly the price paid': `
    select r.id, r.returned, r.rule_version, p.cost_paise, r.refund_paise, e.amount_paise
    from replacement_requests r
    join purchases p on p.id = r.purchase_id and p.paid_with = 'wallet'
    left join journal_entries e on e.id = r.entry_id and e.user_id = p.user_id
    where r.status = 'approved' and (
      r.returned <> 'wallet' or e.id is null or e.amount_paise is distinct from r.refund_paise
      or ${breaksRule('r.refund_paise is distinct from p.cost_paise')}
      or not exists (select from postings d join accounts a on a.id = d.account_id
        where d.entry_id = e.id and a.kind = 'revenue_leads' and d.amount_paise = -r.refund_paise))`,
  'each approved replacement of a plan’s purchase gave back its lead, or its share once the plan had ended': `
    select r.id, r.returned, r.rule_version, r.decided_at, s.ends_at, s.lead_share_paise, r.refund_paise,
      e.amount_paise from replacement_requests r
    join purchases p on p.id = r.purchase_id and p.paid_with = 'plan'
    join subscriptions s on s.id = p.subscription_id
    left join journal_entries e on e.id = r.entry_id and e.user_id = p.user_id
    where r.status = 'approved' and (
      r.refund_paise is distinct from case r.returned when 'wallet' then e.amount_paise else 0 end
      or ${breaksRule(`case when r.decided_at < s.ends_at then r.returned <> 'plan'
        else r.returned <> 'wallet' or r.refund_paise is distinct from s.lead_share_paise end`)}
      or r.returned = 'wallet' and not exists (
        select from postings d join accounts a on a.id = d.account_id
        where d.entry_id = e.id and a.kind = 'revenue_plans' and d.amount_paise = -r.refund_paise))`,
  'each refund is paid to its user’s wallet': `
    select e.id, e.user_id, e.amount_paise from journal_entries e
    where e.method = 'wallet_refund' and not exists (
      select from postings c where c.entry_id = e.id and c.account_id = e.user_id
        and c.amount_paise = e.amount_paise)`,
  'each refund belongs to one approved replacement': `
    select e.id, e.method, e.status from journal_entries e
    left join replacement_requests r on r.entry_id = e.id and r.status = 'approved'
    where (e.method = 'wallet_refund' or e.status = 'lead_refund')
      and (r.id is null or e.method <> 'wallet_refund' or e.status <> 'lead_refund')`,
  'a request that is not approved gave nothing back': `
    select id, status, returned, entry_id, refund_paise from replacement_requests
    where status <> 'approved'
      and num_nonnulls(returned, entry_id, refund_paise, rule_version) > 0`,
  'a purchase says what its latest replacement request says': `
    select p.id, p.replacement_status, latest.status from purchases p
    left join lateral (select r.status from replacement_requests r where r.purchase_id = p.id
      order by r.created_at desc limit 1) latest on true
    where p.replacement_status <> coalesce(latest.status, 'no-replacement')`,
  'a purchase has one open or approved request at most, and few in all': `
    select purchase_id, count(*) as requests, count(*) filter (where status <> 'rejected') as live
    from replacement_requests group by purchase_id
    having count(*) > ${maxRequests} or count(*) filter (where status <> 'rejected') > 1`,
}
