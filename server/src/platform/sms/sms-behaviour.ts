import { z } from 'zod'
import type { Database } from '../database/connect.ts'

const maxLatencyMs = 60_000

/** The simulated faults of the stand-in. A setting that is missing is off. */
export const smsBehaviour = z.strictObject({
  /** Each response takes this much longer. */
  latencyMs: z.int().min(0).max(maxLatencyMs).default(0),
  /** It refuses every request. */
  refusing: z.boolean().default(false),
  /** It executes the request, but its response is lost. */
  losing: z.boolean().default(false),
})
export type SmsBehaviour = z.output<typeof smsBehaviour>

export async function readSmsBehaviour({ pool }: Database): Promise<SmsBehaviour> {
  const { rows } = await pool.query<{ settings: unknown }>(
    'select settings from sandbox_message_behaviour',
  )
  return smsBehaviour.parse(rows[0]?.settings ?? {})
}

/** Stores the settings. They apply to every process from the next request on. */
export async function saveSmsBehaviour({ pool }: Database, settings: SmsBehaviour): Promise<void> {
  await pool.query(
    `insert into sandbox_message_behaviour (settings) values ($1)
     on conflict (one) do update set settings = excluded.settings`,
    [settings],
  )
}
