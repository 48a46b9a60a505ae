import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { killAll, waitUntil } from '../torture/processes.ts'
import {
  findPrimary,
  findSynchronousReplicas,
  killMember,
  killPostgres,
  type Member,
  patroniEnvironment,
  startEtcd,
  startPatroni,
  waitUntilComplete,
} from './database.ts'
import { isolate, prefixOf, reconnect, separate } from './machines.ts'
import { deploy } from './part.ts'
import {
  killServer,
  type Stack,
  startDatabaseProxy,
  startPooler,
  startProxy,
  startServer,
} from './stack.ts'

const run = promisify(execFile)

/** Longer than `ttl` in deploy/patroni/patroni.yml, the time after which the lock of the primary expires. */
const longerThanTtlMs = 9000
const failoverTimeoutMs = 60_000

export type Situation = {
  stack: Stack
  /** Waits for a purchase that is acknowledged from now on. */
  nextPurchase(): Promise<void>
  /** @throws Error if a purchase is acknowledged meanwhile */
  noPurchaseDuring(ms: number): Promise<void>
}

/** The loss of one or more parts of the system. */
export type Fault = {
  /** Name on the command line. */
  name: string
  what: string
  /** After this fault, nothing is sold until a person decides, as intended. */
  needsPerson?: true
  /** Causes the fault, waits until agents can buy again, then repairs it: a supervisor starts every killed program again. */
  run(situation: Situation): Promise<void>
}

export const faults: readonly Fault[] = [
  {
    name: 'server',
    what: 'server A',
    async run({ stack }) {
      await killServer(stack.servers.a)
      stack.servers.a = await startServer(stack, 'a')
    },
  },
  {
    name: 'proxy',
    what: 'HAProxy before the servers',
    async run({ stack }) {
      await stack.proxy.kill()
      stack.proxy = await startProxy(stack)
    },
  },
  {
    name: 'pooler',
    what: 'PgBouncer',
    async run({ stack }) {
      await stack.pooler.kill()
      stack.pooler = await startPooler(stack)
    },
  },
  {
    name: 'database-proxy',
    what: 'HAProxy before the databases',
    async run({ stack }) {
      await stack.databaseProxy.kill()
      stack.databaseProxy = await startDatabaseProxy(stack)
    },
  },
  {
    name: 'postgres',
    what: "primary's PostgreSQL",
    run: (situation) => losePrimary(situation, ({ data }) => killPostgres(data)),
  },
  {
    // PostgreSQL continues to run, as the primary.
    name: 'patroni',
    what: "primary's Patroni",
    run: (situation) =>
      losePrimary(
        situation,
        async ({ patroni }) => killAll([patroni.pid]),
        (member) => restartPatroni(situation.stack, member),
      ),
  },
  {
    name: 'patroni-frozen',
    what: "primary's Patroni, stopped, later continued",
    run: (situation) =>
      losePrimary(
        situation,
        async ({ patroni }) => void process.kill(patroni.pid, 'SIGSTOP'),
        async ({ patroni }) => void process.kill(patroni.pid, 'SIGCONT'),
      ),
  },
  {
    name: 'machine',
    what: "primary's machine: PostgreSQL, Patroni, etcd",
    run: (situation) =>
      losePrimary(
        situation,
        async (member) => {
          await Promise.all([killMember(member), member.etcd.kill()])
        },
        async (member) => {
          member.etcd = await startEtcd(situation.stack, member.name)
          await restartPatroni(situation.stack, member)
        },
      ),
  },
  {
    name: 'cut-off',
    what: "primary's machine cut off from all others",
    run: (situation) =>
      losePrimary(
        situation,
        ({ name }) => isolate(name),
        ({ name }) => reconnect(name),
      ),
  },
  {
    name: 'separated',
    what: "primary's machine cut off from the other database machines only",
    run: (situation) =>
      losePrimary(
        situation,
        ({ name }) => separate(name),
        ({ name }) => reconnect(name),
      ),
  },
  {
    name: 'replica',
    what: 'a replica: PostgreSQL and Patroni',
    run: (situation) =>
      loseReplica(situation, killMember, (member) => restartPatroni(situation.stack, member)),
  },
  {
    name: 'replica-cut-off',
    what: "a replica's machine cut off",
    run: (situation) =>
      loseReplica(
        situation,
        ({ name }) => isolate(name),
        ({ name }) => reconnect(name),
      ),
  },
  {
    name: 'etcd',
    what: "etcd's leader",
    run: (situation) => loseEtcd(situation, 1),
  },
  {
    name: 'etcd-majority',
    what: 'two of three etcd members',
    run: (situation) => loseEtcd(situation, 2),
  },
  {
    name: 'replicas',
    what: 'both replicas; one returns',
    needsPerson: true,
    run: (situation) =>
      loseBothReplicas(situation, ([one]) => restartPatroni(situation.stack, one)),
  },
  {
    name: 'replicas-for-long',
    what: 'both replicas; a person allows one copy',
    needsPerson: true,
    run: (situation) =>
      loseBothReplicas(
        situation,
        () => requireTwoCopies(situation.stack, false),
        () => requireTwoCopies(situation.stack, true),
      ),
  },
]

/** Another member must become the primary before the lost one is repaired. */
async function losePrimary(
  { stack, nextPurchase }: Situation,
  lose: (member: Member) => Promise<void>,
  repair: (member: Member) => Promise<void> = async () => {},
): Promise<void> {
  const lost = await requirePrimary(stack)
  await lose(lost)
  await waitUntil('a new primary', failoverTimeoutMs, async () => {
    const primary = await findPrimary(stack.cluster)
    return primary !== undefined && primary !== lost
  })
  await nextPurchase()
  await repair(lost)
  await waitUntilComplete(stack.cluster)
}

async function loseReplica(
  { stack, nextPurchase }: Situation,
  lose: (member: Member) => Promise<void>,
  repair: (member: Member) => Promise<void>,
): Promise<void> {
  const [lost] = await findSynchronousReplicas(stack.cluster)
  if (!lost) throw new Error('there is no synchronous replica')
  await lose(lost)
  await waitUntil('the end of the wait for the lost replica', failoverTimeoutMs, async () => {
    const replicas = await findSynchronousReplicas(stack.cluster).catch(() => [lost])
    return !replicas.includes(lost)
  })
  await nextPurchase()
  await repair(lost)
  await waitUntilComplete(stack.cluster)
}

async function loseEtcd({ stack, nextPurchase }: Situation, count: number): Promise<void> {
  const { members } = stack.cluster
  const isLeader = await Promise.all(members.map(isEtcdLeader))
  const leaderFirst = members.toSorted(
    (a, b) => Number(isLeader[members.indexOf(b)]) - Number(isLeader[members.indexOf(a)]),
  )
  const lost = leaderFirst.slice(0, count)
  await Promise.all(lost.map(({ etcd }) => etcd.kill()))
  await sleep(longerThanTtlMs)
  await nextPurchase()
  for (const member of lost) member.etcd = await startEtcd(stack, member.name)
  // Without a majority the lock expired, so another member can take it now. The outage includes that change of the primary.
  await sleep(longerThanTtlMs)
  await waitUntilComplete(stack.cluster)
}

/**
 * Nothing may be sold until one replica returns or a person decides.
 * @param onReturn called when both replicas are started again
 */
async function loseBothReplicas(
  { stack, nextPurchase, noPurchaseDuring }: Situation,
  resume: (lost: [Member, Member]) => Promise<void>,
  onReturn: () => Promise<void> = async () => {},
): Promise<void> {
  const primary = await requirePrimary(stack)
  const [one, other] = stack.cluster.members.filter((member) => member !== primary)
  if (!one || !other) throw new Error('there are no replicas')
  await Promise.all([killMember(one), killMember(other)])
  await sleep(1000) // Responses that were already sent may still arrive.
  await noPurchaseDuring(longerThanTtlMs)
  await resume([one, other])
  await nextPurchase()
  for (const member of [one, other]) {
    if (!member.patroni.isRunning()) await restartPatroni(stack, member)
  }
  await onReturn()
  await waitUntilComplete(stack.cluster)
}

/** Changes the synchronous mode, as docs/operations.md describes for the last remaining member. */
async function requireTwoCopies({ cluster }: Stack, isRequired: boolean): Promise<void> {
  const [program = '', ...prefix] = prefixOf('a')
  const change = ['edit-config', '--force', '--set', `synchronous_mode=${isRequired}`]
  await run(
    program,
    [...prefix, 'patronictl', '-c', join(deploy, 'patroni/patroni.yml'), ...change],
    { env: patroniEnvironment(cluster, 'a') },
  )
}

async function isEtcdLeader({ address }: Member): Promise<boolean> {
  const response = await fetch(`http://${address}:2379/v3/maintenance/status`, {
    method: 'POST',
    body: '{}',
  })
  const { header, leader } = (await response.json()) as {
    header: { member_id: string }
    leader: string
  }
  return header.member_id === leader
}

async function restartPatroni(stack: Stack, member: Member): Promise<void> {
  member.patroni = await startPatroni(stack, member.name)
}

async function requirePrimary({ cluster }: Stack): Promise<Member> {
  let primary: Member | undefined
  await waitUntil('a response of the primary', failoverTimeoutMs, async () => {
    primary = await findPrimary(cluster)
    return primary !== undefined
  })
  if (!primary) throw new Error('there is no primary')
  return primary
}
