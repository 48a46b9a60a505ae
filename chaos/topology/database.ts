import { readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killAll, waitUntil } from '../torture/processes.ts'
import { addressOf, type MachineName, machineNames, prefixOf } from './machines.ts'
import { deploy, descendantsOf, listens, type Part, startPart } from './part.ts'
import type { Programs } from './programs.ts'

const startTimeoutMs = 120_000

/** Passwords for databases that only this run can reach. */
export const passwords = {
  POSTGRES_PASSWORD: 'of-the-run',
  DATABASE_PASSWORD: 'of-the-run-too',
  REPLICATION_PASSWORD: 'of-the-run-as-well',
  PATRONI_PASSWORD: 'of-the-run-and-patroni',
  POOLER_PASSWORD: 'of-the-run-also',
  BACKUP_PASSWORD: 'of-the-run-and-the-backup',
}

export type ClusterLocation = {
  /** Folder of data, logs and backups. */
  folder: string
  programs: Programs
}

/** One database machine. */
export type Member = {
  name: MachineName
  address: string
  /** The folder of PostgreSQL's files. */
  data: string
  etcd: Part
  patroni: Part
}

export type Cluster = ClusterLocation & { members: Member[] }

/**
 * Starts etcd, then Patroni, on three machines (`connectMachines`).
 * @param restoreTo a time, if the cluster is created from the backup
 */
export async function startCluster(location: ClusterLocation, restoreTo = ''): Promise<Cluster> {
  const etcds = await Promise.all(machineNames.map((name) => startEtcd(location, name)))
  const patronis = await Promise.all(
    machineNames.map((name) => startPatroni(location, name, restoreTo)),
  )
  const members = machineNames.map((name, at) => ({
    name,
    address: addressOf(name),
    data: dataOf(location, name),
    etcd: etcds[at] as Part,
    patroni: patronis[at] as Part,
  }))
  const cluster = { ...location, members }
  await waitUntilComplete(cluster)
  return cluster
}

const dataOf = ({ folder }: ClusterLocation, name: MachineName) => join(folder, `database-${name}`)

export function startEtcd(location: ClusterLocation, name: MachineName): Promise<Part> {
  const { folder, programs } = location
  const address = addressOf(name)
  return startPart({
    name: `etcd-${name}`,
    folder,
    command: [...prefixOf(name), ...programs.prefix, join(deploy, 'etcd/start.sh')],
    env: {
      PATH: programs.path,
      NAME: address,
      MEMBERS: machineNames.map(addressOf).join(' '),
      DATA: join(folder, `etcd-${name}`),
    },
    isUp: () => listens(2379, address),
  })
}

export function startPatroni(
  location: ClusterLocation,
  name: MachineName,
  restoreTo = '',
): Promise<Part> {
  const { folder, programs } = location
  const address = addressOf(name)
  const config = join(deploy, 'patroni/patroni.yml')
  return startPart({
    name: `patroni-${name}`,
    folder,
    command: [...prefixOf(name), ...programs.prefix, 'patroni', config],
    env: { ...patroniEnvironment(location, name), RESTORE_TO: restoreTo },
    isUp: () => listens(8008, address),
  })
}

/** The environment of Patroni's programs on a machine, as in compose.yaml. */
export function patroniEnvironment(location: ClusterLocation, name: MachineName) {
  const address = addressOf(name)
  return {
    ...databaseEnvironment(location, name),
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: machineNames.map((one) => `'${addressOf(one)}:2379'`).join(','),
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: passwords.PATRONI_PASSWORD,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: dataOf(location, name),
    PATRONI_POSTGRESQL_PGPASS: join(location.folder, `pgpass-${name}`),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: passwords.POSTGRES_PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: passwords.REPLICATION_PASSWORD,
    DATABASE_PASSWORD: passwords.DATABASE_PASSWORD,
  }
}

/** The environment of PostgreSQL's and pgBackRest's programs on a machine, as in deploy/Dockerfile and compose.yaml. */
export function databaseEnvironment(location: ClusterLocation, name: MachineName) {
  const { folder, programs } = location
  return {
    PATH: [join(deploy, 'patroni'), programs.path].join(delimiter),
    PGHOST: 'localhost',
    PGUSER: 'postgres',
    PGBACKREST_CONFIG: join(deploy, 'pgbackrest/pgbackrest.conf'),
    PGBACKREST_STANZA: 'raahi',
    PGBACKREST_PG1_PATH: dataOf(location, name),
    PGBACKREST_REPO1_PATH: join(folder, 'backups'),
    PGBACKREST_REPO1_CIPHER_PASS: passwords.BACKUP_PASSWORD,
    PGBACKREST_LOCK_PATH: join(folder, `pgbackrest-${name}`),
    PGBACKREST_SPOOL_PATH: join(folder, `pgbackrest-${name}`),
  }
}

type MemberState = { name: string; role: string; state: string; lag?: number | string }

/** Reads the states of all members from Patroni on one member. */
export async function readMembers(address: string): Promise<MemberState[]> {
  const response = await fetch(`http://${address}:8008/cluster`, {
    signal: AbortSignal.timeout(2000),
  })
  const { members } = (await response.json()) as { members?: MemberState[] }
  return members ?? []
}

/** Waits until one member is the primary and the others are its synchronous replicas without lag. */
export async function waitUntilComplete(cluster: Cluster): Promise<void> {
  await waitUntil('a complete cluster', startTimeoutMs, async () => {
    await sleep(200)
    const primary = await findPrimary(cluster)
    // A member that was cut off does not know the current state yet.
    const states = primary ? await readMembers(primary.address).catch(() => []) : []
    const roles = states.map(({ role }) => role).sort()
    const isCurrent = states.every(
      ({ role, state, lag }) => state === 'running' && (role === 'leader' || lag === 0),
    )
    if (!isCurrent || roles.join() !== 'leader,sync_standby,sync_standby') return false
    // For some seconds after a promotion, the roles are still those under the old primary.
    return primary !== undefined && (await readSyncLeader(primary.address)) === primary.name
  })
}

/**
 * The name of the primary in etcd's list of synchronous replicas. Only this member and the listed ones can become
 * primary.
 */
async function readSyncLeader(address: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(2000)
  const url = `http://${address}:2379/v2/keys/service/raahi/sync`
  const response = await fetch(url, { signal }).catch(() => undefined)
  if (!response?.ok) return undefined
  const { node } = (await response.json()) as { node: { value: string } }
  return (JSON.parse(node.value) as { leader?: string }).leader
}

/** The member that the proxy sends writes to. Undefined while no member is the primary. */
export async function findPrimary({ members }: Cluster): Promise<Member | undefined> {
  const found = await Promise.all(members.map(({ address }) => isPrimary(address)))
  return members.find((_, at) => found[at])
}

async function isPrimary(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1000)
  const response = await fetch(`http://${address}:8008/primary`, { signal }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => {})
  return response?.status === 200
}

/** @throws Error if there is no primary */
export async function findSynchronousReplicas(cluster: Cluster): Promise<Member[]> {
  const primary = await findPrimary(cluster)
  if (!primary) throw new Error('there is no primary')
  const states = await readMembers(primary.address)
  const names = states.filter(({ role }) => role === 'sync_standby').map(({ name }) => name)
  return cluster.members.filter(({ name }) => names.includes(name))
}

/** Sends SIGKILL to PostgreSQL's main process and its children. Patroni is not its parent. */
export async function killPostgres(data: string): Promise<void> {
  const file = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(file.split('\n')[0])
  if (!pid || !(await isPostgres(pid))) return
  const pids = [pid, ...(await descendantsOf(pid))]
  killAll(pids)
  await waitUntil('the end of PostgreSQL', 10_000, async () => {
    return !(await Promise.all(pids.map(isPostgres))).includes(true)
  })
}

/** The pid file of a killed server can contain the pid of another program. */
async function isPostgres(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.includes('(postgres)') && !/\) [ZX] /.test(stat)
}

/** Kills PostgreSQL and Patroni at the same time. */
export async function killMember({ patroni, data }: Member): Promise<void> {
  await patroni.kill()
  await killPostgres(data)
}

/** Kills every process of the cluster. */
export async function killCluster({ members }: Cluster): Promise<void> {
  await Promise.all(members.map(({ etcd }) => etcd.kill()))
  await Promise.all(members.map(killMember))
}

/** Deletes the databases and the data of etcd on the three machines. The backups remain. */
export async function deleteCluster(location: ClusterLocation): Promise<void> {
  for (const name of machineNames) {
    await rm(dataOf(location, name), { recursive: true, force: true })
    await rm(join(location.folder, `etcd-${name}`), { recursive: true, force: true })
  }
}

/** Connection string of the product's database on a member, without pooler and proxy. */
export function databaseAt(address: string, user: 'raahi' | 'postgres' = 'raahi'): string {
  const password = user === 'raahi' ? passwords.DATABASE_PASSWORD : passwords.POSTGRES_PASSWORD
  return `postgresql://${user}:${password}@${address}/raahi`
}
