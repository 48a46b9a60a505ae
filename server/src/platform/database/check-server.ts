import pg from 'pg'
import { StartError } from '../start-error.ts'
import { errorCode } from './errors.ts'
import {
  hasSessionSettings,
  takesSessionSettings,
  withSessionSettings,
} from './session-settings.ts'

const minVersion = 15

type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/**
 * Checks that the database is reachable and suitable, before anything uses it.
 * @param setting the setting that names it
 * @throws StartError if not; the message never contains the password
 */
export async function checkServer(connectionString: string, setting: Setting): Promise<void> {
  const isPlain = setting === 'DATABASE_URL'
  const connected = isPlain ? withSessionSettings(connectionString) : connectionString
  await onServer({ connectionString: connected, setting }, async (client) => {
    const { rows } = await client.query<{ version: string; number: string; encoding: string }>(
      `SELECT current_setting('server_version') AS version,
              current_setting('server_version_num') AS number,
              current_setting('server_encoding') AS encoding`,
    )
    const [server] = rows
    if (!server || Number(server.number) < minVersion * 10_000) {
      throw new StartError(
        `The database is PostgreSQL ${server?.version}; Raahi needs ${minVersion} or newer.`,
      )
    }
    if (server.encoding !== 'UTF8') {
      throw new StartError(
        `The database stores text as ${server.encoding}; Raahi needs one made with ENCODING 'UTF8'.`,
      )
    }
    // Settings in the address itself are the owner's choice: the benchmark commits without waiting for the disk.
    if (isPlain && !(await takesSessionSettings(client))) throw poolerNeedsDirect()
  })
}

/**
 * Checks that sessions behind a pooler have our settings by default.
 * @throws StartError if not, or if the pooler is unreachable
 */
export async function checkPooler(connectionString: string): Promise<void> {
  await onServer({ connectionString, setting: 'DATABASE_URL' }, async (client) => {
    if (await hasSessionSettings(client)) return
    throw new StartError(
      'The pooler of DATABASE_URL uses another user or database than DATABASE_DIRECT_URL, or its sessions are older than this start: use the same user and database, or restart the pooler.',
    )
  })
}

const poolerNeedsDirect = () =>
  new StartError(
    'DATABASE_URL does not pass on session settings, so it is a pooler: set DATABASE_DIRECT_URL to the database behind it.',
  )

async function onServer(
  { connectionString, setting }: { connectionString: string; setting: Setting },
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // The running query reports the error.
  try {
    await client.connect()
    await work(client)
  } catch (error) {
    if (error instanceof StartError) throw error
    const isPooler = error instanceof Error && /unsupported startup parameter/.test(error.message)
    throw isPooler ? poolerNeedsDirect() : unreachable(connectionString, setting, error)
  } finally {
    await client.end().catch(() => {})
  }
}

function unreachable(connectionString: string, setting: Setting, cause: unknown): StartError {
  const url = new URL(connectionString)
  const server = url.searchParams.get('host') ?? (url.host || 'the local socket')
  const reason = (cause instanceof Error && cause.message) || errorCode(cause) || String(cause)
  return new StartError(
    `The database at ${server} cannot be used (${reason}): check that it runs and that ${setting} is right.`,
    { cause },
  )
}
