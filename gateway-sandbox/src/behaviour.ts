import type pg from 'pg'
import { z } from 'zod'

const flag = (name: string) => z.boolean({ error: `${name} must be true or false` }).default(false)
const milliseconds = (name: string, most: number) =>
  z
    .int({ error: `${name} must be a whole number of milliseconds` })
    .min(0, { error: `${name} must not be negative` })
    .max(most, { error: `${name} must be at most ${most}` })

/** How the sandbox misbehaves, each setting by itself; what is not named is as it should be. */
export const behaviour = z.strictObject({
  /**
   * What becomes of webhooks from now on. drop: never sent. repeat: each sent three times. reverse: the last of an
   * order's first. delay: sent `delayMs` late.
   */
  webhooks: z
    .enum(['normal', 'drop', 'repeat', 'reverse', 'delay'], {
      error: 'webhooks must be one of normal, drop, repeat, reverse, delay',
    })
    .default('normal'),
  /** How late delayed webhooks, late captures and slow refunds are. */
  delayMs: milliseconds('delayMs', 7 * 24 * 3600 * 1000).default(5000),
  /** Each answer of the API takes this much longer. */
  latencyMs: milliseconds('latencyMs', 60_000).default(0),
  /** The API answers 500 and does nothing. */
  failing: flag('failing'),
  /** The API does what it is asked, and its answer is lost on the way. */
  losing: flag('losing'),
  /** Refunds are pending for `delayMs`. */
  slowRefunds: flag('slowRefunds'),
  /** An order that is paid takes further payments. */
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

/** From now on, in every process. */
export async function saveBehaviour(db: pg.Pool, settings: Behaviour): Promise<void> {
  await db.query(
    `insert into sandbox_behaviour (settings) values ($1)
     on conflict (one) do update set settings = excluded.settings`,
    [settings],
  )
}
