import type pg from 'pg'
import { z } from 'zod'

const flag = (name: string) => z.boolean({ error: `${name} must be true or false` }).default(false)
const milliseconds = (name: string, most: number) =>
  z
    .int({ error: `${name} must be a whole number of milliseconds` })
    .min(0, { error: `${name} must not be negative` })
    .max(most, { error: `${name} must be at most ${most}` })

/** Faults that the sandbox simulates. Each setting is independent; its default is the correct behaviour. */
export const behaviour = z.strictObject({
  /**
   * How webhooks are sent from now on. drop: never. repeat: each three times. reverse: those of an order in reverse
   * order. delay: `delayMs` late.
   */
  webhooks: z
    .enum(['normal', 'drop', 'repeat', 'reverse', 'delay'], {
      error: 'webhooks must be one of normal, drop, repeat, reverse, delay',
    })
    .default('normal'),
  /** Delay of delayed webhooks, late captures and slow refunds. */
  delayMs: milliseconds('delayMs', 7 * 24 * 3600 * 1000).default(5000),
  /** Additional time before each response of the API. */
  latencyMs: milliseconds('latencyMs', 60_000).default(0),
  /** The API responds with 500 and does nothing. */
  failing: flag('failing'),
  /** The API performs the request and closes the connection without a response. */
  losing: flag('losing'),
  /** Refunds are pending for `delayMs`. */
  slowRefunds: flag('slowRefunds'),
  /** A paid order accepts further payments. */
  allowSurplus: flag('allowSurplus'),
  /** Signatures of the checkout and of webhooks are wrong. */
  wrongSignature: flag('wrongSignature'),
  /** The amount that payments report, in paise, instead of what was paid. */
  wrongAmount: z.int({ error: 'wrongAmount must be paise or null' }).nullable().default(null),
  wrongCurrency: z
    .string({ error: 'wrongCurrency must be a currency or null' })
    .length(3)
    .nullable()
    .default(null),
})
export type Behaviour = z.output<typeof behaviour>

export async function readBehaviour(db: pg.Pool | pg.ClientBase): Promise<Behaviour> {
  const { rows } = await db.query<{ settings: unknown }>('select settings from sandbox_behaviour')
  return behaviour.parse(rows[0]?.settings ?? {})
}

/** Applies to all processes from the next request on. */
export async function saveBehaviour(db: pg.Pool, settings: Behaviour): Promise<void> {
  await db.query(
    `insert into sandbox_behaviour (settings) values ($1)
     on conflict (one) do update set settings = excluded.settings`,
    [settings],
  )
}
