import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../../config/index.ts'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { ApiFailure } from './failure.ts'

export interface RateLimit {
  /** How many hits a window takes; the next one is refused. */
  max: number
  windowSeconds: number
}

/**
 * Counts a hit against a limit, in the database: the count outlives a restart and is shared by every instance.
 * @throws ApiFailure TOO_MANY_REQUESTS, saying when the window ends
 */
export async function hitRateLimit(
  database: Database,
  limit: RateLimit & { key: string },
): Promise<void> {
  const { isAllowed, secondsLeft } = await countHit(database.kysely, limit)
  if (isAllowed) return
  throw new ApiFailure('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, secondsLeft) })
}

/**
 * Counts a hit and returns whether it is within the limit, and when the window ends. A window starts with its first hit.
 * A hit on a full window writes nothing, so that a flood costs one read each.
 */
export async function countHit(
  db: Kysely<Schema>,
  { key, max, windowSeconds }: RateLimit & { key: string },
): Promise<{ isAllowed: boolean; secondsLeft: number }> {
  const { rows } = await sql<{ allowed: boolean; seconds_left: number }>`
    with full_window as (
      select resets_at from rate_limits
      where key = ${key} and resets_at > now() and count >= ${max}::integer
    ), hit as (
      insert into rate_limits as kept (key, count, resets_at)
        select ${key}::text, 1, now() + make_interval(secs => ${windowSeconds}::integer)
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

/** Takes one hit back: what was counted beforehand turned out to be no offence. */
export async function undoRateLimitHit(database: Database, key: string): Promise<void> {
  await sql`update rate_limits set count = greatest(count - 1, 0)
    where key = ${key} and resets_at > now()`.execute(database.kysely)
}

/** Counts a request against a limit of its address. */
type LimitByAddress = (request: FastifyRequest) => Promise<void>

/**
 * Makes the limit of a call per client address; the addresses that the settings allow are exempt.
 * @param call name of the call, which has a count of its own
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
 * What stands for one client: an IPv4 address, also where it is written as IPv6, or the /64 network that one IPv6
 * customer has to itself and could otherwise pick a new address from for each request.
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
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
