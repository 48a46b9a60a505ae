import type { Config } from '../../config/index.ts'
import { movesMoney } from '../../config/payments.ts'
import type { Database } from '../../platform/database/connect.ts'
import { StartError } from '../../platform/start-error.ts'

interface TrialState {
  hasEnded: boolean
  hasDemoAccounts: boolean
  hasTestPayments: boolean
}

/**
 * Refuses to start a deployment on the database of a trial, a trial on the database of an ended trial, and a live key
 * on a database with test payments.
 * @throws StartError with the action that the operator must take
 */
export async function checkTrialState(
  { trial, gateway }: Pick<Config, 'trial' | 'gateway'>,
  database: Database,
): Promise<void> {
  const { hasEnded, hasDemoAccounts, hasTestPayments } = await readTrialState(database)
  if (trial && hasEnded) {
    throw new StartError(
      'The trial of this database has ended: set PUBLIC_URL to the address that people use, or DATA_DIR to another folder for a new trial.',
    )
  }
  if (!trial && hasDemoAccounts) {
    throw new StartError(
      'This database has demo accounts, whose passwords are public: run `npm run end-trial` before you start it outside a trial.',
    )
  }
  if (movesMoney(gateway) && hasTestPayments) {
    throw new StartError(
      'This database has test payments: run `npm run end-trial` before you start it with a live key of the payment provider.',
    )
  }
}

async function readTrialState({ pool }: Database): Promise<TrialState> {
  const { rows } = await pool.query<TrialState>(
    `WITH trial AS (SELECT coalesce((SELECT ended_at FROM trial_end), '-infinity') AS ended_at)
     SELECT EXISTS (SELECT FROM trial_end) AS "hasEnded",
            EXISTS (SELECT FROM demo_records d JOIN users u ON u.id = d.id
              WHERE d.kind = 'user' AND u.status = 'active') AS "hasDemoAccounts",
            EXISTS (SELECT FROM orders WHERE is_test AND greatest(created_at, paid_at) > ended_at) AS "hasTestPayments"
       FROM trial`,
  )
  const [state] = rows
  if (!state) throw new Error('the query of the trial returned no row')
  return state
}
