import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Product, startProduct } from '../../bench/product.ts'
import {
  type DatabasePlace,
  databaseAt,
  forgetDatabase,
  operate,
  PASSWORDS,
  startDatabase,
} from './database.ts'
import { DEPLOY, descendantsOf, killAll, type Part, startPart } from './part.ts'
import type { Programs } from './programs.ts'

const run = promisify(execFile)

/** Everything that compose.yaml starts but the mail catcher, on this machine's loopback address. */
export type Stack = {
  programs: Programs
  folder: string
  ports: Ports
  /** Which of the two is which changes with a failover. */
  primary: Database
  replica: Database
  pooler: Part
  proxy: Part
  servers: Record<ServerName, Product>
}
type Database = { place: DatabasePlace; part: Part }
type ServerName = 'a' | 'b'
type Ports = ReturnType<typeof portsFrom>

const portsFrom = (first: number) => ({
  proxy: first,
  a: first + 1,
  b: first + 2,
  pooler: first + 3,
  databaseA: first + 4,
  databaseB: first + 5,
})

/** Starts all of it, in the order in which it depends on each other. */
export async function startStack(
  programs: Programs,
  folder: string,
  firstPort: number,
): Promise<Stack> {
  const ports = portsFrom(firstPort)
  const placeA = { name: 'database-a', port: ports.databaseA, folder, programs }
  const placeB = { name: 'database-b', port: ports.databaseB, folder, programs }
  const primary = { place: placeA, part: await startDatabase(placeA) }
  const replica = { place: placeB, part: await startDatabase(placeB, placeA.port) }
  await operate(placeA, placeA.port, 'wait-for-replica.sh', 'on')
  const base = { programs, folder, ports, primary, replica }
  const pooler = await startPooler(base)
  // One after the other: the first makes the tables.
  const a = await startServer(base, 'a')
  const b = await startServer(base, 'b')
  const proxy = await startProxy(base)
  return { ...base, pooler, proxy, servers: { a, b } }
}

/** Stops what runs, whatever state a failed run has left it in. */
export async function stopStack(stack: Stack): Promise<void> {
  await stack.proxy.stop('SIGTERM')
  await Promise.all(Object.values(stack.servers).map((server) => server.stop()))
  await stack.pooler.stop('SIGTERM')
  await stack.primary.part.stop('SIGINT')
  await stack.replica.part.stop('SIGINT')
}

type Base = Pick<Stack, 'programs' | 'folder' | 'ports' | 'primary' | 'replica'>

const poolerFolder = ({ folder }: Base) => join(folder, 'pgbouncer')

export async function startPooler(stack: Base): Promise<Part> {
  const { programs, folder, ports, primary, replica } = stack
  await mkdir(poolerFolder(stack), { recursive: true })
  return startPart({
    name: 'pooler',
    folder,
    command: [...programs.prefix, join(DEPLOY, 'pgbouncer/start.sh')],
    env: {
      PATH: programs.path,
      PGBOUNCER_RUN: poolerFolder(stack),
      PRIMARY: `127.0.0.1:${primary.place.port}`,
      REPLICA: `127.0.0.1:${replica.place.port}`,
      LISTEN_ADDRESS: '127.0.0.1',
      LISTEN_PORT: String(ports.pooler),
      ...PASSWORDS,
    },
    isUp: ports.pooler,
  })
}

/** Sends the pooler's clients to where primary and replica are now. */
async function pointPooler(stack: Stack, replicaPort: number): Promise<void> {
  const { primary } = stack
  await run(
    join(DEPLOY, 'pgbouncer/point-to.sh'),
    [`127.0.0.1:${primary.place.port}`, `127.0.0.1:${replicaPort}`],
    { env: { PATH: stack.programs.path, PGBOUNCER_RUN: poolerFolder(stack) } },
  )
}

export function startServer(stack: Base, name: ServerName): Promise<Product> {
  const { ports, folder } = stack
  const through = (database: string) =>
    `postgresql://raahi:${PASSWORDS.DATABASE_PASSWORD}@127.0.0.1:${ports.pooler}/${database}`
  return startProduct({
    port: ports[name],
    databaseUrl: through('raahi'),
    folder,
    env: {
      DATABASE_DIRECT_URL: through('raahi_session'),
      DATABASE_REPLICA_URL: through('raahi_replica'),
      PUBLIC_URL: `http://127.0.0.1:${ports.proxy}`,
      TRUST_PROXY: '1',
      SERVER_PROCESSES: '1', // Two servers share this machine's cores already.
    },
  })
}

/** SIGKILL to a server and whatever it has started. */
export async function killServer(server: Product): Promise<void> {
  const { pid } = server
  killAll([pid, ...(await descendantsOf(pid))])
  await server.stop() // Waits until it is gone.
}

export function startProxy({ programs, folder, ports }: Base): Promise<Part> {
  return startPart({
    name: 'proxy',
    folder,
    command: ['haproxy', '-db', '-f', join(DEPLOY, 'haproxy/haproxy.cfg')],
    env: {
      PATH: programs.path,
      RAAHI_BIND: `127.0.0.1:${ports.proxy}`,
      RAAHI_SERVER_A: `127.0.0.1:${ports.a}`,
      RAAHI_SERVER_B: `127.0.0.1:${ports.b}`,
    },
    isUp: async () => (await fetchReady(ports.proxy)) === 200,
  })
}

async function fetchReady(port: number): Promise<number | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status
}

/** What an operator does when the primary is gone for certain: the replica takes its place, and has none itself. */
export async function failOver(stack: Stack): Promise<void> {
  const { primary: lost, replica } = stack
  await operate(stack, replica.place.port, 'promote.sh')
  stack.primary = replica
  stack.replica = lost
  await pointPooler(stack, replica.place.port)
}

/** Makes a new replica in the place of the one that was lost, waited for by every commit from then on. */
export async function remakeReplica(stack: Stack): Promise<void> {
  const { primary, replica } = stack
  await forgetDatabase(replica.place)
  replica.part = await startDatabase(replica.place, primary.place.port)
  await operate(stack, primary.place.port, 'wait-for-replica.sh', 'on')
  await pointPooler(stack, replica.place.port)
}

/** The product's database on the primary, past pooler and proxy. */
export const primaryDatabase = ({ primary }: Stack) => databaseAt(primary.place.port)
export const replicaDatabase = ({ replica }: Stack) => databaseAt(replica.place.port)
