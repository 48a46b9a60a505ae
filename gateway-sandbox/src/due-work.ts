import type pg from 'pg'
import { readBehaviour } from './behaviour.ts'
import { captureOneLate } from './capture.ts'
import type { GatewaySandboxOptions } from './options.ts'
import { processOneRefund } from './refunds.ts'
import { sign } from './sign.ts'

/** Timeout of a webhook call, as at the provider. */
const answerWithinMs = 5000
/** A process that sends a webhook claims it for this long. After a crash another process sends it. */
const leaseMs = 8000
const repeatedAfterMs = 200
const givenUpAfter = '24 hours'
/** Delivered webhooks are kept for diagnosis. */
const keptFor = '7 days'
/** Longest pause between two checks, which find work that a crashed process left, or that became due during an error. */
const lookEveryMs = 5000
/** Pause while due work remains, because another process has claimed it. */
const leftAfterMs = 1000

export interface DueWork {
  /** Starts a check at once, because work may be due. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Sends webhooks, captures late payments and processes refunds when they are due, one after the other. Every process
 * does this. Due work is stored in the database, so that a crash loses nothing. The first call of `wake` starts it.
 */
export function startDueWork(options: GatewaySandboxOptions): DueWork {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  let awake = () => {}
  let isWoken = false

  async function run(): Promise<void> {
    await forgetOld(options.pool).catch((error) => report(error))
    while (!stopped.signal.aborted) {
      isWoken = false
      const pauseMs = await doDueWork(options, stopped.signal).catch((error) => {
        report(error)
        return lookEveryMs
      })
      if (!isWoken && !stopped.signal.aborted) await pause(pauseMs)
    }
  }
  function report(error: unknown): void {
    if (!stopped.signal.aborted)
      options.log.warn({ err: error }, 'the background work of the payment sandbox failed')
  }
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      awake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  return {
    wake() {
      if (stopped.signal.aborted) return
      isWoken = true
      running ??= run()
      awake()
    },
    async stop() {
      stopped.abort()
      awake()
      await running
    },
  }
}

/** Does all work that is due. @returns the time until the next check, in ms */
async function doDueWork(options: GatewaySandboxOptions, stop: AbortSignal): Promise<number> {
  const { pool } = options
  let isBusy = true
  while (isBusy && !stop.aborted) {
    const captured = await captureOneLate(pool)
    const processed = await processOneRefund(pool)
    const sent = await sendOne(options, stop)
    isBusy = captured || processed || sent
  }
  return untilNext(pool, options.webhookUrl() !== undefined)
}

async function untilNext(pool: pg.Pool, canSend: boolean): Promise<number> {
  const { rows } = await pool.query<{ ms: number | null; left: boolean | null }>(
    `select (extract(epoch from min(due) filter (where due > now) - now) * 1000)::float8 as ms,
       bool_or(due <= now) as left
     from (select clock_timestamp() as now) as clock, lateral (
       select due_at as due from sandbox_events where state = 'pending' and $1
       union all select capture_at from sandbox_payments where capture_at is not null
       union all select process_at from sandbox_refunds where process_at is not null) as work
     group by now`,
    [canSend],
  )
  const { ms = null, left = false } = rows[0] ?? {}
  // Due work that remains is claimed by another process.
  return Math.min(ms === null ? lookEveryMs : ms + 1, left ? leftAfterMs : lookEveryMs)
}

interface Claimed {
  id: string
  event: string
  body: string
  tries: number
}

/** Sends the webhook that has been due longest. @returns whether one was due */
async function sendOne(options: GatewaySandboxOptions, stop: AbortSignal): Promise<boolean> {
  const { pool, log } = options
  const url = options.webhookUrl()
  if (url === undefined) return false
  const { rows } = await pool.query<Claimed>(
    `update sandbox_events set tries = tries + 1,
       due_at = clock_timestamp() + $1 * interval '1 millisecond'
     where id = (select id from sandbox_events
       where state = 'pending' and due_at <= clock_timestamp()
       order by due_at, seq limit 1 for update skip locked)
     returning id, event, body, tries`,
    [leaseMs],
  )
  const [claimed] = rows
  if (!claimed) return false
  const failure = await deliver(options, url, claimed, stop)
  if (failure === undefined) {
    await markDelivered(pool, claimed.id)
  } else if (stop.aborted) {
    await pool.query('update sandbox_events set due_at = clock_timestamp() where id = $1', [
      claimed.id,
    ])
  } else {
    log.warn({ event: claimed.event, failure, tries: claimed.tries }, 'a webhook was not accepted')
    await retryLater(pool, claimed)
  }
  return true
}

/** @returns undefined if it was accepted, otherwise the reason for the failure */
async function deliver(
  { pool, keys }: GatewaySandboxOptions,
  url: string,
  { id, body }: Claimed,
  stop: AbortSignal,
): Promise<string | undefined> {
  const { wrongSignature } = await readBehaviour(pool)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1 (sandbox)',
        'x-razorpay-event-id': id,
        'x-razorpay-signature': sign(body, keys.webhookSecret, wrongSignature),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), stop]),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `status ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function markDelivered(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `update sandbox_events set copies = copies - 1,
       state = case when copies <= 1 then 'delivered' else state end,
       due_at = clock_timestamp() + $2 * interval '1 millisecond'
     where id = $1 and state = 'pending'`,
    [id, repeatedAfterMs],
  )
}

/** Retries after 1, 2, 4 … seconds, at most 60, and gives up after a day. */
async function retryLater(pool: pg.Pool, { id, tries }: Claimed): Promise<void> {
  await pool.query(
    `update sandbox_events set due_at = clock_timestamp() + $2 * interval '1 second',
       state = case when created_at < clock_timestamp() - $3::interval then 'given_up' else state end
     where id = $1 and state = 'pending'`,
    [id, Math.min(60, 2 ** Math.min(tries - 1, 10)), givenUpAfter],
  )
}

async function forgetOld(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from sandbox_events where state <> 'pending'
       and created_at < clock_timestamp() - $1::interval`,
    [keptFor],
  )
}
