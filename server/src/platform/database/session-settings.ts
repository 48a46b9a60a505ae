import pg from 'pg'

/** An arbitrary constant that every process of the product uses, and no other lock. */
const lockKey = 7_224_403

// A statement that waits without limit holds its connection, and ten of those stop the product.
const sessionSettings = {
  lock_timeout: '10s',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  // A response follows only after the commit is on the disk, regardless of the database's default.
  synchronous_commit: 'on',
  timezone: 'UTC',
}

/** Adds our session settings to an address. Settings that the address already has take precedence. */
export function withSessionSettings(connectionString: string): string {
  const settings = Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value}`)
  const url = new URL(connectionString)
  const existing = url.searchParams.get('options')
  url.searchParams.set('options', [...settings, ...(existing ? [existing] : [])].join(' '))
  return url.href
}

/** Adds a setting to an address. It takes precedence over existing ones. */
export function withSetting(connectionString: string, name: string, value: string): string {
  const url = new URL(connectionString)
  const existing = url.searchParams.get('options')
  url.searchParams.set(
    'options',
    [...(existing ? [existing] : []), `-c ${name}=${value}`].join(' '),
  )
  return url.href
}

/**
 * Makes our session settings the defaults of this user in this database, because a pooler in transaction mode does not
 * pass on session settings. Writes nothing if they are set already.
 * @param connectionString past the pooler, as the user that the pooler connects as
 */
export async function storeSessionSettings(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // The running query reports the error.
  try {
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey])
    const { rows } = await client.query<{ stored: string[]; database: string }>(
      `SELECT current_database() AS database, coalesce((
         SELECT setconfig FROM pg_db_role_setting s
         JOIN pg_database d ON d.oid = s.setdatabase AND d.datname = current_database()
         JOIN pg_roles r ON r.oid = s.setrole AND r.rolname = current_user), '{}') AS stored`,
    )
    const stored = new Set(rows[0]?.stored.map((setting) => setting.toLowerCase()))
    const name = pg.escapeIdentifier(rows[0]?.database ?? '')
    for (const [setting, value] of Object.entries(sessionSettings)) {
      if (stored.has(`${setting}=${value}`.toLowerCase())) continue
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET ${setting} = '${value}'`)
    }
    await client.query('COMMIT')
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns whether a session has the most important settings. */
export async function hasSessionSettings(client: pg.Client): Promise<boolean> {
  return (await takesSessionSettings(client)) && (await waitsForDisk(client))
}

/** Returns whether the settings of the connection have reached the session. */
export async function takesSessionSettings(client: pg.Client): Promise<boolean> {
  return (await settingOf(client, 'lock_timeout')) !== '0'
}

async function waitsForDisk(client: pg.Client): Promise<boolean> {
  return (await settingOf(client, 'synchronous_commit')) !== 'off'
}

async function settingOf(client: pg.Client, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [
    name,
  ])
  return rows[0]?.value
}
