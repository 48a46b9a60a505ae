import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '../bench/environment.ts'
import { DEPLOY, type Part, startPart } from '../chaos/topology/part.ts'
import { waitUntil } from '../chaos/torture/processes.ts'
import { clusterFolder, ensureCluster } from '../server/src/platform/database/postgres-cluster.ts'
import { findPostgresPrograms } from '../server/src/platform/database/postgres-programs.ts'

// Tests configuration and scripts of deploy/postgres with the PostgreSQL version of compose.yaml. `npm run
// restore-drill` tests the same with the whole product and pg_basebackup, which is not among the npm packages.

const run = promisify(execFile)
const parts: Part[] = []
let folder = ''
let env: Record<string, string> = {}
let prefix: readonly string[] = []
let password = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'raahi-restore-'))
  const programs = await findPostgresPrograms()
  await ensureCluster(folder, programs)
  password = (await readFile(join(clusterFolder(folder), 'raahi-password'), 'utf8')).trim()
  prefix = programs.prefix
  env = {
    PATH: `${dirname(programs.postgres)}:${process.env.PATH}`,
    WAL_ARCHIVE: join(folder, 'wal'),
  }
  await Promise.all(['wal', 'backup'].map((name) => mkdir(join(folder, name))))
})

afterAll(async () => {
  for (const part of parts) await part.kill()
  await rm(folder, { recursive: true, force: true })
})

it('restores a lost database to a point in time', async () => {
  const lost = await start('lost', clusterFolder(folder))
  const restoreTime = await withClient(lost.address, async (client) => {
    await client.query(`create table records (name text)`)
    await client.query(`insert into records values ('in the backup')`)
    await backUp(client.query.bind(client))
    await client.query(`insert into records values ('before')`)
    const { rows } = await client.query(`select clock_timestamp()::text as now`)
    await client.query(`insert into records values ('after')`)
    const { rows: last } = await client.query(`select pg_walfile_name(pg_switch_wal()) as piece`)
    await waitUntil('the archiving of the WAL segment', 30_000, async () => {
      const kept = await client.query(
        'select 1 from pg_stat_archiver where last_archived_wal >= $1',
        [last[0].piece],
      )
      return kept.rows.length > 0
    })
    return rows[0].now
  })
  await lost.part.kill()
  await rm(clusterFolder(folder), { recursive: true })

  const data = join(folder, 'restored')
  await run(join(DEPLOY, 'postgres/restore.sh'), [join(folder, 'backup'), restoreTime], {
    env: { ...env, PGDATA: data },
  })
  const restored = await start('restored', data)
  await withClient(restored.address, async (client) => {
    await waitUntil('the end of the recovery', 30_000, async () => {
      const { rows } = await client.query('select pg_is_in_recovery() as still')
      return rows[0].still === false
    })
    const { rows } = await client.query('select name from records order by name')
    expect(rows.map(({ name }) => name)).toEqual(['before', 'in the backup'])
    await client.query(`insert into records values ('written after the restore')`)
  })
})

/** Does what pg_basebackup does over the network, with the same functions. */
async function backUp(query: (sql: string) => Promise<{ rows: Record<string, string>[] }>) {
  const base = join(folder, 'backup/base.tar')
  await query(`select pg_backup_start('test', true)`)
  // Files change while tar reads them, and tar exits with 1. The WAL contains these changes.
  const left = ['--exclude=./pg_wal/*', '--exclude=./postmaster.pid', '--exclude=./postmaster.opts']
  await run('tar', ['--create', `--file=${base}`, ...left, '-C', clusterFolder(folder), '.']).catch(
    (error) => {
      if (error.code !== 1) throw error
    },
  )
  const { rows } = await query('select labelfile from pg_backup_stop(true)')
  await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
  await run('tar', ['--append', `--file=${base}`, '-C', folder, './backup_label'])
  await run('gzip', [base])
  const log = join(folder, 'backup/pg_wal.tar.gz')
  await run('tar', ['--create', '--gzip', `--file=${log}`, '--files-from=/dev/null'])
}

async function start(name: string, data: string): Promise<{ part: Part; address: string }> {
  const port = await freePort()
  const address = `postgresql://raahi:${password}@127.0.0.1:${port}/postgres`
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const part = await startPart({
    name,
    folder,
    command: [
      ...prefix,
      join(DEPLOY, 'postgres/start.sh'),
      ...[...settings, 'shared_buffers=32MB'].flatMap((setting) => ['-c', setting]),
    ],
    env: { ...env, PGDATA: data },
    isUp: () => withClient(address, async () => true).catch(() => false),
  })
  parts.push(part)
  return { part, address }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
