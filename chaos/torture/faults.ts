import { setTimeout as sleep } from 'node:timers/promises'
import { longestGapMs } from '../../server/src/testing/load/statistics.ts'
import { movedClock } from './clock.ts'
import type { Deployment } from './deployment.ts'
import { type Arrangement, allFaults, type FaultName } from './fault-names.ts'
import type { OutageLog } from './outage-log.ts'
import { databasePid, databaseProcesses, killAll, waitUntil } from './processes.ts'
import type { Random } from './random.ts'

const recoveryTimeoutMs = 180_000

/** An injected fault, and the longest time without an acknowledged call after it. */
export type InjectedFault = { fault: FaultName; unavailableMs: number }

export type FaultRun = {
  deployment: Deployment
  outages: OutageLog
  random: Random
  faults: readonly FaultName[]
  /** Times of acknowledged calls, in order. */
  acknowledgedAtMs: readonly number[]
  /** Whether the run should end. */
  isOver: (injectedFaults: readonly InjectedFault[]) => boolean
  log: (message: string) => void
}

/**
 * Injects each fault of the current arrangement once, then changes the arrangement if the other one has faults, and
 * repeats. Waits after each fault until a call succeeds.
 * @throws Error if the product does not recover
 */
export async function runFaults(run: FaultRun): Promise<InjectedFault[]> {
  const { deployment, random } = run
  const injectedFaults: InjectedFault[] = []
  for (;;) {
    for (const fault of random.shuffled(applicableFaults(run.faults, deployment.arrangement))) {
      await sleep(random.between(300, 2500))
      if (run.isOver(injectedFaults)) return injectedFaults
      injectedFaults.push(await injectFault(run, fault))
    }
    if (
      applicableFaults(run.faults, 'embedded').length +
        applicableFaults(run.faults, 'separate').length ===
      0
    ) {
      await sleep(200)
      if (run.isOver(injectedFaults)) return injectedFaults
      continue
    }
    const other = deployment.arrangement === 'embedded' ? 'separate' : 'embedded'
    if (applicableFaults(run.faults, other).length > 0) {
      const how = random.chance(0.5) ? 'kill' : 'stop'
      await recordOutageDuring(run, () => deployment.switchTo(other, how))
      const now =
        other === 'embedded'
          ? 'one server with the embedded database'
          : 'two servers with a separate database'
      run.log(`${now}, after ${how === 'kill' ? 'SIGKILL' : 'SIGTERM'}`)
    }
  }
}

function applicableFaults(faults: readonly FaultName[], arrangement: Arrangement): FaultName[] {
  return faults.filter((fault) => (allFaults[fault].in as readonly string[]).includes(arrangement))
}

async function injectFault(run: FaultRun, fault: FaultName): Promise<InjectedFault> {
  const startedAtMs = performance.now()
  await recordOutageDuring(run, () => applyFault(run, fault))
  const unavailableMs = longestGapMs(run.acknowledgedAtMs, startedAtMs)
  run.log(`${allFaults[fault].what}: no call acknowledged for ${Math.round(unavailableMs)} ms`)
  return { fault, unavailableMs }
}

/** Records an outage from before the fault until the product is ready and a call succeeds. */
async function recordOutageDuring(run: FaultRun, work: () => Promise<void>): Promise<void> {
  const end = run.outages.begin('product')
  await work()
  await run.deployment.waitUntilReady()
  const backAtMs = performance.now()
  await waitUntil('the next acknowledged call', recoveryTimeoutMs, () => {
    return (run.acknowledgedAtMs.at(-1) ?? 0) > backAtMs
  })
  end()
}

async function applyFault({ deployment, random }: FaultRun, fault: FaultName): Promise<void> {
  const { proxy } = deployment
  const at = random.between(0, deployment.addresses.length - 1)
  switch (fault) {
    case 'server':
      await deployment.killServer(at)
      return deployment.startServer(at)
    case 'process':
      return deployment.killProcess(random)
    case 'restart':
      await deployment.stopServer(at)
      return deployment.startServer(at)
    case 'clock':
      await deployment.stopServer(at)
      return deployment.startServer(at, movedClock(random)) // The clock stays changed until the server restarts.
    case 'everything':
      return deployment.switchTo(deployment.arrangement, 'kill')
    case 'database':
    case 'backend':
    case 'database-whole':
      return killDatabase(deployment, random, fault)
    case 'cut':
      return proxy?.cut()
    case 'refuse':
      proxy?.refuse(true)
      proxy?.cut()
      await sleep(random.between(200, 4000))
      return proxy?.refuse(false)
    case 'slow':
      proxy?.delay(random.between(5, 250))
      await sleep(random.between(1000, 5000))
      return proxy?.delay(0)
    case 'stall':
      proxy?.stall(true)
      await sleep(random.between(500, 8000))
      if (random.chance(0.5)) proxy?.cut()
      return proxy?.stall(false)
    default:
      throw new Error(`${fault} cannot be injected at one point in time`)
  }
}

async function killDatabase(
  { dataFolder }: Deployment,
  random: Random,
  fault: 'database' | 'backend' | 'database-whole',
): Promise<void> {
  const { main, backends, all } = await databaseProcesses(dataFolder)
  if (fault === 'backend' && backends.length > 0) {
    killAll([random.pick(backends)])
    await sleep(100) // Other connections may still answer requests that are in progress.
    return
  }
  killAll(fault === 'database-whole' ? all : [main])
  await waitUntil('the recovery of the database', recoveryTimeoutMs, async () => {
    const now = await databasePid(dataFolder)
    return now !== undefined && now !== main
  })
}
