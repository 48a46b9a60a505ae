import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** A delivery that this process sends now. */
export interface ClaimedDelivery {
  id: string
  type: string
  subjectId: string
  occurredAt: Date
  /** Attempts before this one. */
  attempts: number
  webhookId: string
  url: string
  keyId: string
  sealed: Buffer
  /** The secret before the last rotation, while messages are signed with it too. */
  previousKeyId: string | null
  previousSealed: Buffer | null
  /** Of the webhook. */
  isSlow: boolean
}

/** Longer than an attempt: after it, another process sends what a killed process had claimed. */
export const claimSeconds = 60

/** Webhooks to which something may be sent. */
const openSql = sql`w.state = 'active'
  and (w.user_id is null or exists (select from users u where u.id = w.user_id and u.status = 'active'))`

/**
 * Claims due deliveries of active webhooks, so that no other process sends them. A slow or dead receiver delays no
 * other: each webhook has one delivery at a time, and all slow webhooks together have a separate limit.
 * @param room deliveries that this process may begin, for webhooks that answer fast and for slow ones
 */
export async function claimDeliveries(
  { kysely }: Database,
  room: { fast: number; slow: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with open as (
      -- Another process that claims deliveries of a webhook at this moment keeps them.
      select w.id, w.is_slow from webhooks w
      where ${openSql} and exists (select from webhook_deliveries d
          where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= clock_timestamp())
      for no key update of w skip locked
    ), due as (
      select d.id, w.is_slow, row_number() over (partition by w.is_slow order by d.due_at) as position
      from open w cross join lateral (
        select d.id, d.due_at from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= clock_timestamp()
          and (d.claimed_until is null or d.claimed_until < clock_timestamp())
        order by d.due_at
        limit case when exists (select from webhook_deliveries r
          where r.webhook_id = w.id and r.claimed_until >= clock_timestamp()) then 0 else 1 end
        -- A withdrawal locks deliveries of several webhooks in another order.
        for no key update skip locked
      ) d
    )
    update webhook_deliveries d set claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
    from due, webhooks w
    where d.id = due.id and w.id = d.webhook_id
      and due.position <= case when due.is_slow then ${room.slow}::integer else ${room.fast}::integer end
      -- Checked again on the present row, which another process may have claimed since the statement began.
      and d.state = 'waiting' and (d.claimed_until is null or d.claimed_until < clock_timestamp())
    returning d.id, d.type, d.subject_id as "subjectId", d.occurred_at as "occurredAt", d.attempts,
      w.id as "webhookId", w.url, w.key_id as "keyId", w.sealed, w.is_slow as "isSlow",
      case when w.previous_until > now() then w.previous_key_id end as "previousKeyId",
      case when w.previous_until > now() then w.previous_sealed end as "previousSealed"`.execute(
    kysely,
  )
  return rows
}

/** Whether a delivery is due now that this process may have left. */
export async function hasDueDeliveries({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql`
    select from webhooks w where ${openSql} and exists (select from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= clock_timestamp() and d.claimed_until is null)
    limit 1`.execute(kysely)
  return rows.length > 0
}
