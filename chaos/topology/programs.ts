import { access, constants, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { unprivilegedPrefix } from '../../server/src/platform/database/postgres-programs.ts'

/** Folders of Debian that are not on every user's PATH. */
const debianFolders = ['/usr/sbin', '/usr/local/sbin']
const debianPostgres = '/usr/lib/postgresql'
/** Programs that the files of deploy run, and Debian's package of each. */
const debianPackages: Record<string, string> = {
  postgres: 'postgresql-15',
  patroni: 'patroni python3-etcd',
  etcd: 'etcd-server',
  pgbackrest: 'pgbackrest',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  ip: 'iproute2',
}

/** How to run the programs that are installed on this machine. */
export type Programs = {
  /** A PATH with the folders of Debian's newest PostgreSQL first. */
  path: string
  /** Prefix for programs that refuse to run as root. Empty for other users. */
  prefix: readonly string[]
}

/**
 * Finds all programs of the topology.
 * @throws Error that names what to install
 */
export async function findPrograms(): Promise<Programs> {
  const missing: string[] = []
  for (const name of Object.keys(debianPackages)) {
    if (!(await findProgram(name))) missing.push(name)
  }
  if (missing.length > 0) {
    const packages = missing.map((name) => debianPackages[name]).join(' ')
    throw new Error(
      `not installed here: ${missing.join(', ')}. On Debian: apt-get install ${packages}`,
    )
  }
  return {
    path: (await programFolders()).join(delimiter),
    prefix: await unprivilegedPrefix(),
  }
}

/** Path of a program. Undefined if it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  for (const folder of await programFolders()) {
    const path = join(folder, file)
    const isProgram = access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (await isProgram) return path
  }
  return undefined
}

/** Debian's versions of PostgreSQL, the newest first, then the PATH. */
async function programFolders(): Promise<string[]> {
  const versions = await readdir(debianPostgres).catch(() => [])
  const newestFirst = versions.filter((name) => /^\d+$/.test(name)).sort((a, b) => +b - +a)
  return [
    ...newestFirst.map((name) => join(debianPostgres, name, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...debianFolders,
  ]
}
