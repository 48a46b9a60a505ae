import type { QuoteState } from '@raahi/contract/quote-rules'
import { sql } from 'kysely'

/** The version of the quote of purchase `p` that lists show: the newest sent version, or the first draft. */
const shownVersionSql = sql`from quotes q join quote_versions v on v.quote_id = q.id
  where q.purchase_id = p.id order by v.status = 'draft', v.number desc limit 1`

/** The state of the quote of purchase `p` (`quoteStates` in the contract). Null: the purchase has no quote. */
export const quoteStateSql = sql<QuoteState | null>`(
  select case when v.status in ('draft', 'withdrawn') then v.status else coalesce(
      (select case a.kind when 'like' then 'liked' else a.kind end from quote_answers a
        where a.quote_id = v.quote_id and a.number = v.number order by a.created_at desc, a.id desc limit 1),
      case when v.valid_until < today_in_india() then 'expired'
        when exists (select from quote_views w where w.quote_id = v.quote_id and w.number = v.number) then 'viewed'
        else 'sent' end) end
  ${shownVersionSql})`

/** The total price of that version for all travellers. Null: the purchase has no quote. */
export const quoteTotalSql = sql<number | null>`(select v.total_paise ${shownVersionSql})`
