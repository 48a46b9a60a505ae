import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const machineNames = ['a', 'b', 'c'] as const
export type MachineName = (typeof machineNames)[number]

/** Set inside the network that `runInPrivateNetwork` creates. */
const inside = 'RAAHI_PRIVATE_NETWORK'

/**
 * Runs a program of this repository again, with a network, mounts and processes that no other program sees, and ends this process
 * with its exit code. Inside, does nothing. Needs Linux with user namespaces, but not root. No process outlives the program.
 */
export async function runInPrivateNetwork(program: string): Promise<void> {
  if (process.env[inside]) return
  const namespaces = '--user --map-root-user --net --mount --pid --fork --kill-child --mount-proc'
  // The shell is process 1, so it reaps processes whose parent was killed. `ip netns` writes to /run.
  const start = 'mount -t tmpfs tmpfs /run && ip link set lo up && "$@"; exit $?'
  const command = ['sh', '-c', start, 'sh', process.execPath, program, ...process.argv.slice(2)]
  const child = spawn('unshare', [...namespaces.split(' '), ...command], {
    stdio: 'inherit',
    env: { ...process.env, [inside]: '1' },
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => {}) // The program inside handles the signal.
  const [code] = await once(child, 'exit')
  process.exit(code ?? 1)
}

export const addressOf = (machine: MachineName) => `10.84.0.${machineNames.indexOf(machine) + 1}`
const linkOf = (machine: MachineName) => `link-${machine}`
const bridge = 'machines'

/** Command prefix that runs a program on a machine. */
export const prefixOf = (machine: MachineName) => ['ip', 'netns', 'exec', machine]

/** Makes each machine a network namespace, joined by a bridge. Servers and proxies are on the side of the bridge. */
export async function connectMachines(): Promise<void> {
  await ip(`link add ${bridge} type bridge`)
  await ip(`address add 10.84.0.254/24 dev ${bridge}`)
  await ip(`link set ${bridge} up`)
  for (const machine of machineNames) {
    await ip(`netns add ${machine}`)
    await ip(`link add ${linkOf(machine)} type veth peer name eth0 netns ${machine}`)
    await ip(`link set ${linkOf(machine)} master ${bridge} up`)
    await ip(`-n ${machine} link set lo up`)
    await ip(`-n ${machine} address add ${addressOf(machine)}/24 dev eth0`)
    await ip(`-n ${machine} link set eth0 up`)
  }
}

/** From now on no packet reaches the machine or leaves it. */
export const isolate = (machine: MachineName) => ip(`link set ${linkOf(machine)} nomaster`)

/** From now on the machine cannot reach the two others; proxies and servers can reach all. */
export async function separate(machine: MachineName): Promise<void> {
  for (const other of machineNames.filter((name) => name !== machine)) {
    // Packets to an Ethernet address that no machine has are lost without an error.
    const to = `${addressOf(other)} lladdr 02:00:00:00:00:99 dev eth0 nud permanent`
    await ip(`-n ${machine} neighbour replace ${to}`)
  }
}

/** Ends `isolate` and `separate`. */
export async function reconnect(machine: MachineName): Promise<void> {
  await ip(`link set ${linkOf(machine)} master ${bridge}`)
  await ip(`-n ${machine} neighbour flush nud permanent dev eth0`)
}

async function ip(command: string): Promise<void> {
  await run('ip', command.split(' '))
}
