import { access, constants, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { unprivilegedPrefix } from '../../server/src/platform/database/postgres-programs.ts'

/** Folders of Debian that are not on every user's PATH. */
const DEBIAN_FOLDERS = ['/usr/sbin', '/usr/local/sbin']
const DEBIAN_POSTGRES = '/usr/lib/postgresql'
/** Programs that the scripts in deploy/postgres call. */
const POSTGRES_PROGRAMS = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup', 'psql']

/** How to run the programs that are installed on this machine. */
export type Programs = {
  /** A PATH with PostgreSQL's programs first. */
  path: string
  /** Prefix for programs that refuse to run as root. Empty for other users. */
  prefix: readonly string[]
}

/**
 * Finds PostgreSQL's programs and the given other programs.
 * @throws Error that names the packages to install
 */
export async function findPrograms(others: readonly string[]): Promise<Programs> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...DEBIAN_FOLDERS]
  const postgres = await newestPostgres(folders)
  const missing = postgres ? [] : ['postgresql']
  for (const program of others) {
    if (!(await findIn(folders, program))) missing.push(program)
  }
  if (missing.length > 0) {
    throw new Error(
      `not installed here: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`,
    )
  }
  return {
    path: [postgres, ...folders].join(delimiter),
    prefix: await unprivilegedPrefix(),
  }
}

/** Finds the folder with all PostgreSQL programs: Debian's newest version, otherwise the first on the PATH. */
async function newestPostgres(folders: readonly string[]): Promise<string | undefined> {
  const versions = await readdir(DEBIAN_POSTGRES).catch(() => [])
  const newestFirst = versions.filter((name) => /^\d+$/.test(name)).sort((a, b) => +b - +a)
  const candidates = [...newestFirst.map((name) => join(DEBIAN_POSTGRES, name, 'bin')), ...folders]
  for (const folder of candidates) {
    const found = await Promise.all(POSTGRES_PROGRAMS.map((name) => isProgram(join(folder, name))))
    // On Debian, psql is a wrapper outside the version folders.
    if (found.slice(0, -1).every(Boolean) && (found.at(-1) || (await findIn(folders, 'psql')))) {
      return folder
    }
  }
  return undefined
}

async function findIn(folders: readonly string[], program: string): Promise<string | undefined> {
  for (const folder of folders) {
    if (folder && (await isProgram(join(folder, program)))) return join(folder, program)
  }
  return undefined
}

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
