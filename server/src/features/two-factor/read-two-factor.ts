import type { TwoFactorState } from '@raahi/contract/two-factor'
import { sql } from 'kysely'
import type { TwoFactorDeps } from './two-factor-deps.ts'

/** Reads the state of a user's two-factor login. */
export async function readTwoFactor(
  { database, config, encryption }: Pick<TwoFactorDeps, 'database' | 'config' | 'encryption'>,
  userId: string,
): Promise<TwoFactorState> {
  const { rows } = await sql<{ since: Date; codesLeft: number }>`
    select since, (select count(*) from recovery_codes c
      where c.user_id = t.user_id and c.used_at is null) as "codesLeft"
    from two_factor t where user_id = ${userId}`.execute(database.kysely)
  const [stored] = rows
  return {
    since: stored?.since.toISOString() ?? null,
    recoveryCodesLeft: stored?.codesLeft ?? 0,
    required: config.twoFactor.required,
    available: encryption !== undefined,
  }
}
