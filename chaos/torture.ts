import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../server/src/testing/load/database.ts'
import { optionsOrUsage, stopOnSignal } from '../server/src/testing/load/options.ts'
import { latePaymentDelayMs, runBackgroundFaults } from './torture/background-faults.ts'
import { countRefunds } from './torture/check-payments.ts'
import { findViolations } from './torture/check-results.ts'
import { type Clients, startClients } from './torture/clients.ts'
import { canMoveClocks } from './torture/clock.ts'
import { type Deployment, prepareDeployment } from './torture/deployment.ts'
import { runFaults } from './torture/faults.ts'
import { createGatewayClient, type GatewayClient } from './torture/gateway-client.ts'
import { readTortureOptions, type TortureOptions, usage } from './torture/options.ts'
import { createOutageLog } from './torture/outage-log.ts'
import { processesOf } from './torture/processes.ts'
import { createRandom } from './torture/random.ts'
import { type Memory, report } from './torture/report.ts'
import type { RunContext } from './torture/send-request.ts'
import { mountSmallDisk, type SmallDisk } from './torture/small-disk.ts'

// Runs many clients while servers, database, connections, gateway and disk fail, then compares the responses that the
// clients received with the stored data. Exits with 1 if anything was lost, duplicated, never acknowledged or
// disclosed, or if a call failed without a known outage.

const maxMessagesShown = 40

/** Injects faults while the clients run, then checks the results. Appends each violation to `violations`. */
async function torture(
  options: TortureOptions,
  {
    deployment,
    disk,
    violations,
  }: { deployment: Deployment; disk: SmallDisk | undefined; violations: string[] },
): Promise<void> {
  const { seed } = options
  const reportViolation = (message: string) => void violations.push(message)
  const outages = createOutageLog()
  const context: RunContext = {
    addresses: deployment.addresses,
    outages,
    acknowledgedAtMs: [],
    reportViolation,
  }
  const sinceIso = new Date().toISOString() // The database uses the clock of this machine.
  await deployment.switchTo('embedded', 'stop')
  const gateway = createGatewayClient(context, createRandom(seed, 3))
  await gateway.behave({ delayMs: latePaymentDelayMs })

  let isOver = false
  const clients = await startClients(deployment, context, { ...options, isOver: () => isOver })
  const monitoring = monitorRun(deployment, clients)
  const startedAtMs = performance.now()
  const injected = await injectFaults(options, { deployment, disk, gateway, context }).finally(
    () => {
      isOver = true
    },
  )
  await clients.finished
  const memory = await monitoring
  const seconds = (performance.now() - startedAtMs) / 1000

  const { expected } = clients.state
  await deployment.switchTo('embedded', 'stop') // The checks start after all faults have ended and pending work has finished.
  violations.push(...(await findViolations(deployment, expected, { sinceIso, outages, memory })))
  const acknowledgedCount = context.acknowledgedAtMs.length
  const refunds = await countRefunds(deployment, expected)
  report({ ...injected, expected, outages, acknowledgedCount, refunds, seconds, memory })
}

/** Injects faults one after another, and background faults at the same time. */
async function injectFaults(
  options: TortureOptions,
  {
    deployment,
    disk,
    gateway,
    context: { outages, acknowledgedAtMs },
  }: {
    deployment: Deployment
    disk: SmallDisk | undefined
    gateway: GatewayClient
    context: RunContext
  },
) {
  const { seed, seconds, kills } = options
  const startedAtMs = performance.now()
  const elapsedSeconds = () => (performance.now() - startedAtMs) / 1000
  const log = (message: string) =>
    console.log(`${elapsedSeconds().toFixed(1).padStart(7)} s  ${message}`)
  let areFaultsOver = false
  const shared = { deployment, outages, faults: availableFaults(options, disk), log }
  const [injectedFaults, backgroundFaultCounts] = await Promise.all([
    runFaults({
      ...shared,
      random: createRandom(seed, 1),
      acknowledgedAtMs,
      isOver: (injected) =>
        (seconds !== undefined && elapsedSeconds() > seconds) ||
        (kills !== undefined && injected.length >= kills),
    }).finally(() => {
      areFaultsOver = true
    }),
    runBackgroundFaults({
      ...shared,
      gateway,
      disk,
      random: createRandom(seed, 2),
      isOver: () => areFaultsOver,
    }),
  ])
  return { injectedFaults, backgroundFaultCounts }
}

/** Adds leads for sale and records the memory of the servers until the clients are done. */
async function monitorRun(deployment: Deployment, clients: Clients): Promise<Memory> {
  let memory: Memory
  let areClientsDone = false
  const stop = () => {
    areClientsDone = true
  }
  clients.finished.then(stop, stop)
  while (!areClientsDone) {
    const nowMb = await deployment.memoryMb()
    if (nowMb !== undefined) {
      memory = {
        firstMb: memory?.firstMb ?? nowMb,
        maxMb: Math.max(memory?.maxMb ?? 0, nowMb),
        lastMb: nowMb,
      }
    }
    await clients.replenishLeads().catch(() => {}) // The database is down. The next iteration tries again.
    await sleep(500)
  }
  return memory
}

/** Prints which faults this machine cannot produce, and returns the others. */
function availableFaults({ faults }: TortureOptions, disk: SmallDisk | undefined) {
  const missing = [
    ...(canMoveClocks ? [] : (['clock'] as const)),
    ...(disk ? [] : (['disk'] as const)),
  ].filter((name) => faults.includes(name))
  if (missing.includes('clock'))
    console.log('The clock fault is skipped: libfaketime is not installed.')
  if (missing.includes('disk'))
    console.log('The disk fault is skipped: mounting a small disk needs root rights.')
  return faults.filter((name) => !(missing as readonly string[]).includes(name))
}

async function run(options: TortureOptions): Promise<boolean> {
  const folder = await makeFolder('raahi-torture-', options.folder)
  const violations: string[] = []
  const disk = await mountSmallDisk(join(folder, 'data', 'files'))
  const deployment = await prepareDeployment(folder, (message) => violations.push(message))
  const end = async () => {
    await deployment.stop()
    await disk?.remove()
    const remaining = await processesOf(folder)
    violations.push(...remaining.map((name) => `a process still runs after the end: ${name}`))
  }
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  stopOnSignal(() => end().then(removeFolder))
  console.log(`Seed ${options.seed}, ${options.clients} agents.`)
  try {
    await torture(options, { deployment, disk, violations })
  } catch (error) {
    violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await end()
  }
  if (violations.length === 0) await removeFolder()
  else console.log(`Logs and data remain in ${folder}`)
  for (const one of violations.slice(0, maxMessagesShown)) console.log(`VIOLATION: ${one}`)
  console.log(
    violations.length === 0
      ? 'No violations: every acknowledged result is stored exactly once and nothing else is, all ledger invariants hold, and an outage explains every failed call.'
      : `${violations.length} violations with --seed ${options.seed}.`,
  )
  return violations.length === 0
}

process.exit((await run(optionsOrUsage(readTortureOptions, usage))) ? 0 : 1)
