import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Config } from '../../config/index.ts'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { ApiFailure } from './failure.ts'

export interface RateLimit {
  /** Hits per window; the next one is rejected. */
  max: number
  windowSeconds: number
}

/** A limit with the key of its count. */
type Counted = RateLimit & { key: string | RawBuilder<string> }

/**
 * Counts a hit against a limit in the database: the count survives a restart and is shared by all instances.
 * @throws ApiFailure TOO_MANY_REQUESTS with the end of the window
 */
export async function hitRateLimit(database: Database, limit: Counted): Promise<void> {
  const { isAllowed, secondsLeft } = await countHit(database.kysely, limit)
  if (isAllowed) return
  throw new ApiFailure('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, secondsLeft) })
}

/**
 * Counts a hit and returns whether it is within the limit, and when the window ends. A window starts with its first
 * hit. A hit on a full window writes nothing, so that a flood costs one read each.
 */
export async function countHit(
  db: Kysely<Schema>,
  { key, max, windowSeconds }: Counted,
): Promise<{ isAllowed: boolean; secondsLeft: number }> {
  const { rows } = await sql<{ allowed: boolean; seconds_left: number }>`
    with counted as (
      select (${key})::text as key
    ), full_window as (
      select resets_at from counted join rate_limits using (key)
      where resets_at > now() and count >= ${max}::integer
    ), hit as (
      insert into rate_limits as kept (key, count, resets_at)
        select key, 1, now() + make_interval(secs => ${windowSeconds}::integer) from counted
        where not exists (select from full_window)
      on conflict (key) do update set
        count = case when kept.resets_at > now() then kept.count + 1 else 1 end,
        resets_at = case when kept.resets_at > now() then kept.resets_at else excluded.resets_at end
      returning count, resets_at
    )
    select count <= ${max}::integer as allowed,
      ceil(extract(epoch from resets_at - now()))::integer as seconds_left from hit
    union all
    select false, ceil(extract(epoch from resets_at - now()))::integer from full_window
  `.execute(db)
  const [hit] = rows
  return { isAllowed: hit?.allowed ?? false, secondsLeft: hit?.seconds_left ?? windowSeconds }
}

/** Removes one hit from the count. */
export async function undoRateLimitHit(database: Database, key: string): Promise<void> {
  await sql`update rate_limits set count = greatest(count - 1, 0)
    where key = ${key} and resets_at > now()`.execute(database.kysely)
}

/** Counts a request against the limit of its address. */
type LimitByAddress = (request: FastifyRequest) => Promise<void>

/**
 * Creates the limit of a call per client address; addresses that the settings allow are exempt.
 * @param call name of the call, which has a separate count
 */
export function limitByAddress(
  { database, config }: { database: Database; config: Config },
  call: string,
  limit: RateLimit,
): LimitByAddress {
  const exempt = new Set(config.rateLimitAllow.map(clientOf))
  return async (request) => {
    const client = clientOf(request.ip)
    if (!exempt.has(client)) {
      await hitRateLimit(database, { key: `${call} from ${client}`, ...limit })
    }
  }
}

/**
 * Identifies a client: an IPv4 address, also in IPv6 notation, or the /56 network of an IPv6 address, because one IPv6
 * customer has all addresses of such a network. All limits per address use this function.
 */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.toLowerCase().split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  const [first = 0, second = 0, third = 0, fourth = 0] = groups.map((group) =>
    Number.parseInt(group, 16),
  )
  return [first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')
}
