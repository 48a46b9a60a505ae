import { access, constants, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { unprivilegedPrefix } from '../../server/src/platform/database/postgres-programs.ts'

/** Where Debian puts what is not on everybody's path. */
const DEBIAN_FOLDERS = ['/usr/sbin', '/usr/local/sbin']
const DEBIAN_POSTGRES = '/usr/lib/postgresql'
/** What the scripts in deploy/postgres call. */
const POSTGRES_PROGRAMS = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup', 'psql']

/** How the system's own programs are run here. */
export type Programs = {
  /** A PATH on which PostgreSQL's programs come first. */
  path: string
  /** Put before each program that refuses to run as root; empty for an ordinary user. */
  prefix: readonly string[]
}

/**
 * Finds the programs of a topology: those of PostgreSQL, and the others that are asked for.
 * @throws Error saying what to install.
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

/** The folder with all of its programs: Debian's newest, else the first on the path. */
async function newestPostgres(folders: readonly string[]): Promise<string | undefined> {
  const versions = await readdir(DEBIAN_POSTGRES).catch(() => [])
  const newestFirst = versions.filter((name) => /^\d+$/.test(name)).sort((a, b) => +b - +a)
  const candidates = [...newestFirst.map((name) => join(DEBIAN_POSTGRES, name, 'bin')), ...folders]
  for (const folder of candidates) {
    const found = await Promise.all(POSTGRES_PROGRAMS.map((name) => isProgram(join(folder, name))))
    // psql is a wrapper beside the versions on Debian.
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
