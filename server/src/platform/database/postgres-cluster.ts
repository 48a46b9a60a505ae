import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { PostgresPrograms } from './postgres-programs.ts'

export const databaseUser = 'raahi'
/** The major version of the installed programs and of their files. */
const majorVersion = '18'
const passwordFileName = 'raahi-password'
// The port names the socket file; TCP is used only on Windows, with a free port.
const socketPort = 5432
/** The longest socket path, in bytes, that every system supports. */
const maxSocketPath = process.platform === 'darwin' ? 103 : 107

export const clusterFolder = (dataFolder: string) => join(dataFolder, 'postgres')

/**
 * Creates the files of a new database server in the data folder, unless they exist. They are created beside the final
 * path and then renamed, so that a killed start leaves nothing that looks complete.
 * @throws StartError if they belong to another PostgreSQL version or cannot be created
 */
export async function ensureCluster(dataFolder: string, programs: PostgresPrograms): Promise<void> {
  const cluster = clusterFolder(dataFolder)
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === majorVersion) return
  if (version) {
    throw new StartError(
      `${cluster} was made by PostgreSQL ${version.trim()}, and this version of Raahi has PostgreSQL ${majorVersion}: move the data over with pg_dump, or set DATA_DIR to another folder.`,
    )
  }
  for (const name of await readdir(dataFolder)) {
    if (name.startsWith('postgres.new-')) {
      // An initdb whose parent was killed may still be writing there; the next new start removes the rest.
      await rm(join(dataFolder, name), { recursive: true, force: true }).catch(() => {})
    }
  }
  const building = `${cluster}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = join(dataFolder, `postgres.new-password-${randomBytes(4).toString('hex')}`)
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    await initdb(programs, building, passwordFile)
    // In the cluster's folder, so that it moves with the data that it opens.
    await rename(passwordFile, join(building, passwordFileName))
    await rename(building, cluster)
  } catch (cause) {
    await rm(building, { recursive: true, force: true })
    throw cause instanceof StartError
      ? cause
      : new StartError(
          `The folder ${cluster} already exists and is not a database: move it away.`,
          {
            cause,
          },
        )
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function initdb(programs: PostgresPrograms, folder: string, passwordFile: string) {
  const [program = '', ...args] = [
    ...programs.prefix,
    programs.initdb,
    `--pgdata=${folder}`,
    `--username=${databaseUser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // The built-in locale sorts and changes case the same on every machine and needs no system locale.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  let output = ''
  const child = spawn(program, args, {
    env: postgresEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const problem = await new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => {
      resolve(
        code === 0 ? undefined : (lastErrorLine(output) ?? `initdb ended with ${code ?? signal}`),
      )
    })
  })
  if (problem) throw new StartError(`The embedded database could not be created: ${problem}.`)
}

/** The last line of PostgreSQL's output that reports an error; undefined if there is none. */
export function lastErrorLine(output: string): string | undefined {
  const lines = output
    .split('\n')
    .filter((line) => /\b(FATAL|PANIC|ERROR|error|could not)\b/.test(line))
  return lines
    .at(-1)
    ?.replace(/^.*?(FATAL|PANIC|ERROR|error): */, '')
    .trim()
    .replace(/\.$/, '')
}

/** Only the variables that the programs need: no secrets, and no PG* settings of the user. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C' }
}

/** Address of the server. */
export type Endpoint = { host: string; port: number }

/**
 * A folder for the socket that only this user may enter: in the data folder or, if that path is too long for a socket,
 * under the system's temporary folder.
 * @throws StartError if the latter belongs to another user
 */
export async function socketEndpoint(dataFolder: string): Promise<Endpoint> {
  const inside = join(dataFolder, 'run')
  const host = fitsSocket(inside) ? inside : outsideSocketFolder(dataFolder)
  await mkdir(host, { recursive: true, mode: 0o700 })
  const stats = await lstat(host)
  const isPrivate =
    stats.isDirectory() && stats.uid === userInfo().uid && (stats.mode & 0o077) === 0
  if (host !== inside && !isPrivate) {
    throw new StartError(
      `${host} belongs to someone else: set DATA_DIR to a folder with a shorter path.`,
    )
  }
  return { host, port: socketPort }
}

const fitsSocket = (folder: string) =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}.lock`)) <= maxSocketPath

function outsideSocketFolder(dataFolder: string): string {
  const id = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  return join(tmpdir(), `raahi-${userInfo().uid}-${id}`)
}

/** The address of a database on the embedded server, with the password from the cluster. */
export async function embeddedConnectionString(
  dataFolder: string,
  endpoint: Endpoint,
  database: string,
): Promise<string> {
  const file = join(clusterFolder(dataFolder), passwordFileName)
  const password = (await readFile(file, 'utf8')).trim()
  const url = new URL(`postgresql://localhost/${database}`)
  url.username = databaseUser
  url.password = password
  url.port = String(endpoint.port)
  if (endpoint.host.startsWith('/')) url.searchParams.set('host', endpoint.host)
  return url.href
}

/** Contents of a running server's `postmaster.pid`: its pid, port and whether it accepts connections. */
export type PidFile = { pid: number; port: number; ready: boolean }

/** Reads `postmaster.pid`; undefined if it is missing or incomplete. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (Number.isNaN(pid)) return undefined
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), ready: lines[7]?.trim() === 'ready' }
}
