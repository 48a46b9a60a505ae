import { transactionMethods } from '@raahi/contract/transactions'
import { compareSealedCounts } from '../platform/ledger/seals/seal-invariants.ts'

// The fast audit checks money, sold leads, plans and sessions, and reads entries, postings and purchases of sealed days only
// where another record refers to them. docs/decisions/0002-sealed-days.md says which violations it does not find.

/** Lists every method, so that the index by method and creation time is used. */
const selectEntries = `
    select * from journal_entries where method in (${transactionMethods.map((method) => `'${method}'`).join(', ')})`

/** Entries since the last sealed day with their postings. The audit reads each once. */
export const recentTables = {
  open_entries: `${selectEntries} and created_at >= first_open_instant()`,
  open_postings: 'select p.* from open_entries e join postings p on p.entry_id = e.id',
}

/** Rows since the last sealed day. The queries of some invariants read them instead of the complete tables. */
const openRows = {
  entries: `journal_entries as not materialized (table open_entries),
    postings as not materialized (table open_postings)`,
  purchases: `journal_entries as not materialized (table open_entries),
    postings as not materialized (table open_postings),
    purchases as not materialized (select * from purchases where created_at >= first_open_instant())`,
  subscriptions: `subscriptions as not materialized (
    select * from subscriptions where started_at >= first_open_instant())`,
}

/** Invariants of rows that never change, which the fast audit checks for the rows of open days. */
const ofOpenDays: Record<string, keyof typeof openRows> = {
  'each journal entry has two or more postings that sum to zero': 'entries',
  'each journal entry moves the amount it says': 'entries',
  'each posting belongs to an account': 'entries',
  'each posting on a wallet belongs to an entry of its user': 'entries',
  'each purchase is funded by one journal entry of exactly its price': 'purchases',
  'each purchase is paid by its buyer’s wallet to the revenue of leads': 'purchases',
  'each sale of a lead from a wallet belongs to one purchase': 'entries',
  'each sale of a plan granted one subscription': 'entries',
  'each payment of a plan from a wallet granted one subscription': 'entries',
  'each subscription was paid by one journal entry of exactly its price, or costs nothing':
    'subscriptions',
  'each price of a plan went from where it was paid to the revenue of plans': 'subscriptions',
  'each online payment into a wallet belongs to a paid top-up': 'entries',
  'each Online entry belongs to a captured payment or to its refund': 'entries',
  'each recharge by an admin is in the audit log with its amount': 'entries',
  'each purchase has the time of its journal entry, or of the use of the plan': 'purchases',
  'each subscription that an admin sold or a wallet paid has the terms that the audit log has':
    'subscriptions',
  'each refund is paid to its user’s wallet': 'entries',
  'each refund belongs to one approved replacement': 'entries',
  'what a transaction earns is what its postings bring to revenue': 'entries',
}

/** Invariants about sums, which the fast audit checks with the sealed sums and the postings of open days. */
const withSealedSums: Record<string, string> = {
  'all postings sum to zero': `
    select sum(amount_paise) as off_by_paise from (
      select amount_paise from sealed_sums union all select amount_paise from postings
    ) parts having sum(amount_paise) <> 0`,
  'each wallet holds the sum of its postings and is not negative': `
    select a.id, a.balance_paise, coalesce(s.amount_paise, 0) + coalesce(p.amount_paise, 0) as sum_of_postings
    from accounts a left join sealed_sums s on s.account_id = a.id left join (
      select account_id, sum(amount_paise) as amount_paise from postings group by 1
    ) p on p.account_id = a.id
    where a.kind = 'wallet'
      and (a.balance_paise <> coalesce(s.amount_paise, 0) + coalesce(p.amount_paise, 0) or a.balance_paise < 0)`,
  'the balances noted along each wallet follow from its postings': `
    select * from (
      select p.account_id, e.number, p.balance_after_paise, coalesce(s.amount_paise, 0)
        + sum(p.amount_paise) over (partition by p.account_id order by e.number) as running_paise
      from postings p join journal_entries e on e.id = p.entry_id
      join accounts a on a.id = p.account_id and a.kind = 'wallet'
      left join sealed_sums s on s.account_id = p.account_id
    ) lines where balance_after_paise is distinct from running_paise`,
}

/** Invariants that the fast audit checks with the rows that it has read. */
const withRecentRows: Record<string, string> = {
  'no entry and no posting was added to a sealed day or removed from one': compareSealedCounts(
    'select count(*) from open_postings',
  ),
}

/** Invariants of copies that can be rebuilt from other tables, of personal data, and of sealed rows. */
const onlyComplete = new Set([
  'the sealed sums of the accounts are the sums of the sealed postings',
  'each phone number and email of a lead is in the index of contacts, and nothing else is',
  'the verified contacts of a lead are those of its enquiry',
  'a contact that is not known is not verified',
  'erased rows are empty, and the audit log has no personal data of them',
  'personal data of travellers is in audit_personal_data only',
  'each action says in which role it was done',
  'a bought lead has the name, phone and email with which it was sold',
  'each user has the KYC status of its last change in the audit log',
])

/** The invariants whose query differs in the fast audit, for a test that violates each of them. */
export const namesOfOpenRows = [ofOpenDays, withSealedSums, withRecentRows].flatMap(Object.keys)
/** All names above, for a test that each is the name of an invariant. */
export const namesInFastAudit = [...namesOfOpenRows, ...onlyComplete]

/** The queries of the fast audit. */
export function fastQueriesOf(invariants: Record<string, string>): Record<string, string> {
  const checked = Object.entries(invariants).filter(([name]) => !onlyComplete.has(name))
  return Object.fromEntries(checked.map(([name, query]) => [name, fastQuery(name, query)]))
}

function fastQuery(name: string, query: string): string {
  const sums = withSealedSums[name]
  if (sums) return `with ${openRows.entries} ${sums}`
  const open = ofOpenDays[name]
  return open ? `with ${openRows[open]} ${query}` : (withRecentRows[name] ?? query)
}
