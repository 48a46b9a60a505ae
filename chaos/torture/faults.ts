import { setTimeout as sleep } from 'node:timers/promises'
import { longestSilence } from '../../bench/statistics.ts'
import { movedClock } from './clock.ts'
import { ALL_FAULTS, type Arrangement, type FaultName } from './fault-names.ts'
import type { Outages } from './outages.ts'
import { databasePid, databaseProcesses, killAll, until } from './processes.ts'
import type { Dice } from './random.ts'
import type { Stage } from './stage.ts'

const BACK_WITHIN_MS = 180_000

/** What was done to the product, and how long it did nothing for anybody then. */
export type Hit = { fault: FaultName; silentMs: number }

export type FaultRun = {
  stage: Stage
  outages: Outages
  dice: Dice
  faults: readonly FaultName[]
  /** When something was done and told, in order. */
  doneAtMs: readonly number[]
  /** Whether it is time to end. */
  isOver: (hits: readonly Hit[]) => boolean
  tell: (sentence: string) => void
}

/**
 * Hits the running product with one fault after the other, each as often as the others of its arrangement, and changes
 * the arrangement when all of one have had their turn. Waits after each until something is done again.
 * @throws Error where the product does not come back
 */
export async function runFaults(run: FaultRun): Promise<Hit[]> {
  const { stage, dice } = run
  const hits: Hit[] = []
  for (;;) {
    for (const fault of dice.shuffled(possible(run.faults, stage.arrangement))) {
      await sleep(dice.between(300, 2500))
      if (run.isOver(hits)) return hits
      hits.push(await hit(run, fault))
    }
    if (possible(run.faults, 'alone').length + possible(run.faults, 'beside').length === 0) {
      await sleep(200)
      if (run.isOver(hits)) return hits
      continue
    }
    const other = stage.arrangement === 'alone' ? 'beside' : 'alone'
    if (possible(run.faults, other).length > 0) {
      const how = dice.chance(0.5) ? 'kill' : 'stop'
      await during(run, () => stage.arrange(other, how))
      const now =
        other === 'alone' ? 'one server with its own database' : 'two servers, database beside'
      run.tell(`${now}, after a ${how}`)
    }
  }
}

function possible(faults: readonly FaultName[], arrangement: Arrangement): FaultName[] {
  return faults.filter((fault) => (ALL_FAULTS[fault].in as readonly string[]).includes(arrangement))
}

async function hit(run: FaultRun, fault: FaultName): Promise<Hit> {
  const startedAtMs = performance.now()
  await during(run, () => bringAbout(run, fault))
  const silentMs = longestSilence(run.doneAtMs, startedAtMs)
  run.tell(`${ALL_FAULTS[fault].what}: nothing done for ${Math.round(silentMs)} ms`)
  return { fault, silentMs }
}

/** An outage lasts from before the fault until the product is ready again and has done something. */
async function during(run: FaultRun, work: () => Promise<void>): Promise<void> {
  const end = run.outages.begin('product')
  await work()
  await run.stage.recovered()
  const backAtMs = performance.now()
  await until('the next thing that is done', BACK_WITHIN_MS, () => {
    return (run.doneAtMs.at(-1) ?? 0) > backAtMs
  })
  end()
}

async function bringAbout({ stage, dice }: FaultRun, fault: FaultName): Promise<void> {
  const { proxy } = stage
  const at = dice.between(0, stage.serverCount() - 1)
  switch (fault) {
    case 'server':
      await stage.killServer(at)
      return stage.startServer(at)
    case 'process':
      return stage.killProcess(dice)
    case 'restart':
      await stage.stopServer(at)
      return stage.startServer(at)
    case 'clock':
      await stage.stopServer(at)
      return stage.startServer(at, movedClock(dice)) // It stays so until something else ends it.
    case 'everything':
      return stage.arrange(stage.arrangement, 'kill')
    case 'database':
    case 'backend':
    case 'database-whole':
      return killDatabase(stage, dice, fault)
    case 'cut':
      return proxy?.cut()
    case 'refuse':
      proxy?.refuse(true)
      proxy?.cut()
      await sleep(dice.between(200, 4000))
      return proxy?.refuse(false)
    case 'slow':
      proxy?.delay(dice.between(5, 250))
      await sleep(dice.between(1000, 5000))
      return proxy?.delay(0)
    case 'stall':
      proxy?.stall(true)
      await sleep(dice.between(500, 8000))
      if (dice.chance(0.5)) proxy?.cut()
      return proxy?.stall(false)
    default:
      throw new Error(`${fault} is not a fault of one moment`)
  }
}

async function killDatabase(
  { dataFolder }: Stage,
  dice: Dice,
  fault: 'database' | 'backend' | 'database-whole',
): Promise<void> {
  const { main, backends, all } = await databaseProcesses(dataFolder)
  if (fault === 'backend' && backends.length > 0) {
    killAll([dice.pick(backends)])
    await sleep(100) // What was under way elsewhere may still be answered.
    return
  }
  killAll(fault === 'database-whole' ? all : [main])
  await until('the return of the database', BACK_WITHIN_MS, async () => {
    const now = await databasePid(dataFolder)
    return now !== undefined && now !== main
  })
}
