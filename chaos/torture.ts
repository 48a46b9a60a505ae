import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../bench/environment.ts'
import type { Surroundings } from './torture/ask.ts'
import { checkAnswers, checkPictures, findOff, MEMORY_LIMIT_MB, settle } from './torture/check.ts'
import { countReturns } from './torture/check-payments.ts'
import { type Crowd, gatherCrowd } from './torture/clients.ts'
import { canMoveClocks } from './torture/clock.ts'
import { runFaults } from './torture/faults.ts'
import { gatewayLineOf } from './torture/gateway-line.ts'
import { LATE_AFTER_MS, misbehave } from './torture/misbehaviour.ts'
import { readTortureOptions, type TortureOptions, USAGE } from './torture/options.ts'
import { keepOutages } from './torture/outages.ts'
import { processesOf } from './torture/processes.ts'
import { diceOf } from './torture/random.ts'
import { type Memory, report } from './torture/report.ts'
import { mountSmallDisk, type SmallDisk } from './torture/small-disk.ts'
import { openStage, type Stage } from './torture/stage.ts'

// Lets many clients do everything at once while everything breaks, and then holds what they were told against what is
// on record. Exits 1 where anything was lost, doubled, made up, leaked, or failed without a reason.

const SENTENCES_SHOWN = 40

/** Hits the product while the crowd is at work. @returns what was off, beside what the clients themselves saw */
async function torture(
  options: TortureOptions,
  { stage, disk, complaints }: { stage: Stage; disk: SmallDisk | undefined; complaints: string[] },
): Promise<void> {
  const { seed } = options
  const complain = (sentence: string) => void complaints.push(sentence)
  const outages = keepOutages()
  const around: Surroundings = { addresses: stage.addresses, outages, doneAtMs: [], complain }
  const sinceIso = new Date().toISOString() // Of the machine, whose clock the database has too.
  await stage.arrange('alone', 'stop')
  const gateway = gatewayLineOf(around, diceOf(seed, 3))
  await gateway.behave({ delayMs: LATE_AFTER_MS })

  let isOver = false
  let isCalm = false
  const crowd = await gatherCrowd(stage, around, { ...options, isOver: () => isOver })
  const upkeep = keepUp(stage, crowd, () => isCalm)
  const startedAtMs = performance.now()
  const isTimeUp = () =>
    options.seconds !== undefined && performance.now() - startedAtMs > options.seconds * 1000
  const tell = (sentence: string) =>
    console.log(
      `${((performance.now() - startedAtMs) / 1000).toFixed(1).padStart(7)} s  ${sentence}`,
    )
  const faults = possibleHere(options, disk)
  let areHitsOver = false
  const shared = { stage, outages, faults, tell }
  const [hits, misbehaved] = await Promise.all([
    runFaults({
      ...shared,
      dice: diceOf(seed, 1),
      doneAtMs: around.doneAtMs,
      isOver: (sofar) =>
        isTimeUp() || (options.kills !== undefined && sofar.length >= options.kills),
    }).finally(() => {
      areHitsOver = true
    }),
    misbehave({ ...shared, gateway, disk, dice: diceOf(seed, 2), isOver: () => areHitsOver }),
  ]).catch((error) => {
    isOver = true
    isCalm = true
    throw error
  })
  isOver = true
  await crowd.finished
  isCalm = true
  const memory = await upkeep
  const seconds = (performance.now() - startedAtMs) / 1000

  const { told } = crowd.world
  await stage.arrange('alone', 'stop') // In peace: whatever was left undone is found and finished.
  complaints.push(...(await settle(stage)))
  complaints.push(...(await findOff(stage, told, sinceIso)))
  complaints.push(...(await checkPictures(stage, told)))
  complaints.push(...checkAnswers(outages))
  if (memory && memory.maxMb > MEMORY_LIMIT_MB) {
    complain(`a server used ${Math.round(memory.maxMb)} MB, more than ${MEMORY_LIMIT_MB}`)
  }
  const doneCount = around.doneAtMs.length
  const returns = await countReturns(stage, told)
  report({ hits, misbehaved, told, outages, doneCount, returns, seconds, memory })
}

/** Keeps leads on sale and looks at the memory of the servers until it is calm. */
async function keepUp(stage: Stage, crowd: Crowd, isCalm: () => boolean): Promise<Memory> {
  let memory: Memory
  while (!isCalm()) {
    const nowMb = await stage.memoryMb()
    if (nowMb !== undefined) {
      memory = {
        firstMb: memory?.firstMb ?? nowMb,
        maxMb: Math.max(memory?.maxMb ?? 0, nowMb),
        lastMb: nowMb,
      }
    }
    await crowd.stockUp().catch(() => {}) // The database is away: another time.
    await sleep(500)
  }
  return memory
}

/** Says what cannot be brought about on this machine. */
function possibleHere({ faults }: TortureOptions, disk: SmallDisk | undefined) {
  const missing = [
    ...(canMoveClocks ? [] : (['clock'] as const)),
    ...(disk ? [] : (['disk'] as const)),
  ].filter((name) => faults.includes(name))
  if (missing.includes('clock')) console.log('No clock is moved: libfaketime is not installed.')
  if (missing.includes('disk')) console.log('No disk is full: mounting a small one takes root.')
  return faults.filter((name) => !(missing as readonly string[]).includes(name))
}

async function run(options: TortureOptions): Promise<boolean> {
  const folder = await makeFolder('raahi-torture-', options.folder)
  const complaints: string[] = []
  const disk = await mountSmallDisk(join(folder, 'data', 'files'))
  const stage = await openStage(folder, (sentence) => complaints.push(sentence))
  const end = async () => {
    await stage.stop()
    await disk?.remove()
    const left = await processesOf(folder)
    complaints.push(...left.map((name) => `a process was left behind: ${name}`))
  }
  const forget = () => rm(folder, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () =>
      end()
        .then(forget)
        .finally(() => process.exit(130)),
    )
  }
  console.log(`Seed ${options.seed}, ${options.clients} agents.`)
  try {
    await torture(options, { stage, disk, complaints })
  } catch (error) {
    complaints.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await end()
  }
  if (complaints.length === 0) await forget()
  else console.log(`Logs and data are kept in ${folder}`)
  for (const one of complaints.slice(0, SENTENCES_SHOWN)) console.log(`OFF: ${one}`)
  console.log(
    complaints.length === 0
      ? 'All is well: what was acknowledged is on record once and nothing else is, the books are whole, and nothing failed without a reason.'
      : `${complaints.length} things were off with --seed ${options.seed}.`,
  )
  return complaints.length === 0
}

function optionsOrUsage(): TortureOptions {
  try {
    return readTortureOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}

process.exit((await run(optionsOrUsage())) ? 0 : 1)
