import type { Config } from '../config/index.ts'
import type { Database } from '../platform/database/connect.ts'

// An arbitrary lock key that all processes of the product share and no other lock uses.
const lockKey = 7_224_402

/**
 * Fills a new database: creates the configured admin if there is no admin, then the demo data if there are neither
 * agents nor leads. Calls `warn` if the configured admin is not created. If several processes start at once, one does
 * this and the others wait.
 */
export async function makeFirstData(
  config: Config,
  database: Database,
  warn: (message: string) => void = () => {},
): Promise<void> {
  if (!config.firstAdmin && !config.demoData) return
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query("SET LOCAL lock_timeout = '120s'")
    await client.query("SET LOCAL statement_timeout = '120s'")
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '300s'")
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey])
    const is = await readState(database)
    if (config.firstAdmin && !is.administered) {
      const { createAdmin } = await import('../features/auth/create-admin.ts')
      await createAdmin(database, { name: 'Admin', ...config.firstAdmin })
    } else if (config.firstAdmin && !(await isActiveAdmin(database, config.firstAdmin.email))) {
      warn(
        'ADMIN_EMAIL makes no admin, because there is one already: use `npm run create-admin` for another.',
      )
    }
    if (config.demoData && !is.inUse) {
      const { seedDemoData } = await import('../demo/demo-data.ts')
      const { createFileStore } = await import('../platform/files/create-file-store.ts')
      await seedDemoData(database, createFileStore(config), config)
    }
  } finally {
    await client.query('ROLLBACK').catch(() => {}) // The transaction only held the lock.
    client.release()
  }
}

async function isActiveAdmin({ pool }: Database, email: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM users WHERE email = $1 AND role = 'admin' AND status = 'active'`,
    [email],
  )
  return rows.length > 0
}

/**
 * Whether there is an admin other than a suspended demo admin, and whether there are records that demo data would mix
 * with.
 */
export async function readState({
  pool,
}: Database): Promise<{ administered: boolean; inUse: boolean }> {
  const { rows } = await pool.query<{ administered: boolean; inUse: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM users u WHERE role = 'admin' AND NOT (status = 'suspended'
              AND EXISTS (SELECT 1 FROM demo_records WHERE kind = 'user' AND id = u.id))) AS administered,
            EXISTS (SELECT 1 FROM users WHERE role = 'user') OR EXISTS (SELECT 1 FROM leads) AS "inUse"`,
  )
  return rows[0] ?? { administered: false, inUse: false }
}
