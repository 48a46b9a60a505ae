import pg from 'pg'
import { StartError } from '../start-error.ts'
import { errorCode } from './errors.ts'
import {
  hasSessionSettings,
  takesSessionSettings,
  withSessionSettings,
} from './session-settings.ts'

const MIN_VERSION = 15

type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/**
 * Finds out, before anything relies on it, whether the database can be reached and is fit.
 * @param setting that names it
 * @throws StartError where not; its text never holds the password.
 */
export async function checkServer(connectionString: string, setting: Setting): Promise<void> {
  const isPlain = setting === 'DATABASE_URL'
  const dialled = isPlain ? withSessionSettings(connectionString) : connectionString
  await onServer({ connectionString: dialled, setting }, async (client) => {
    const { rows } = await client.query<{ version: string; number: string; encoding: string }>(
      `SELECT current_setting('server_version') AS version,
              current_setting('server_version_num') AS number,
              current_setting('server_encoding') AS encoding`,
    )
    const [server] = rows
    if (!server || Number(server.number) < MIN_VERSION * 10_000) {
      throw new StartError(
        `The database is PostgreSQL ${server?.version}; Raahi needs ${MIN_VERSION} or newer.`,
      )
    }
    if (server.encoding !== 'UTF8') {
      throw new StartError(
        `The database stores text as ${server.encoding}; Raahi needs one made with ENCODING 'UTF8'.`,
      )
    }
    // Settings that the address itself names are its owner's choice: the bench does not wait for the disk.
    if (isPlain && !(await takesSessionSettings(client))) throw poolerNeedsDirect()
  })
}

/**
 * Finds out whether the sessions that a pooler hands out have our settings by themselves.
 * @throws StartError where not, or where it cannot be reached
 */
export async function checkPooler(connectionString: string): Promise<void> {
  await onServer({ connectionString, setting: 'DATABASE_URL' }, async (client) => {
    if (await hasSessionSettings(client)) return
    throw new StartError(
      'The sessions behind the pooler of DATABASE_URL are of another user or database than those of DATABASE_DIRECT_URL, or older than this start: make them the same, or let the pooler reconnect.',
    )
  })
}

const poolerNeedsDirect = () =>
  new StartError(
    'DATABASE_URL takes no settings of a session, as poolers do not: set DATABASE_DIRECT_URL to the database behind it.',
  )

async function onServer(
  { connectionString, setting }: { connectionString: string; setting: Setting },
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // Said by the query that was running.
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
  const place = url.searchParams.get('host') ?? (url.host || 'the local socket')
  const reason = (cause instanceof Error && cause.message) || errorCode(cause) || String(cause)
  return new StartError(
    `The database at ${place} cannot be used (${reason}): check that it runs and that ${setting} is right.`,
    { cause },
  )
}
