import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionStringOfRunning } from '../server/src/database/embedded-postgres.ts'
import { type Buyers, startBuyers } from './crash/buyers.ts'
import { findLosses } from './crash/check.ts'
import { type CrashOptions, readCrashOptions, seededRandom, USAGE } from './crash/options.ts'
import { databasePid, endsServer, kill, TARGETS, type Target, until } from './crash/processes.ts'
import { longestSilence } from './crash/silence.ts'
import { makeFolder, withClient } from './environment.ts'
import { addAgents, addLeads, addPlans, leadId } from './fill.ts'
import { type Product, startProduct } from './product.ts'
import { median } from './statistics.ts'

// Kills the product and its database over and over while agents buy, and then holds what the agents were told
// against what is on record. Exits 1 where anything was lost, doubled or made up.

/** More than are bought between two kills. */
const LEADS_IN_STOCK = 15_000
const BACK_WITHIN_MS = 60_000

type Kill = { target: Target; downMs: number }

type Run = {
  options: CrashOptions
  folder: string
  dataFolder: string
  random: () => number
  product: Product
  forSale: string[]
  /** Number of the next lead to make. */
  nextLead: number
}

/** Each kind as often as the others, in an order that follows from the seed. */
function planKills({ options, random }: Run): Target[] {
  const kinds = Object.keys(TARGETS) as Target[]
  const plan: Target[] = []
  while (plan.length < options.kills) {
    const bag = [...kinds]
    while (bag.length > 0) plan.push(...bag.splice(Math.floor(random() * bag.length), 1))
  }
  return plan.slice(0, options.kills)
}

async function stockUp(run: Run): Promise<void> {
  const count = LEADS_IN_STOCK - run.forSale.length
  if (count < LEADS_IN_STOCK / 3) return
  const first = run.nextLead
  await withClient(await connectionStringOfRunning(run.dataFolder), (client) =>
    addLeads(client, { first, count }),
  )
  run.nextLead += count
  run.forSale.unshift(...Array.from({ length: count }, (_, at) => leadId(first + at)).reverse())
}

function serve(run: { options: CrashOptions; folder: string; dataFolder: string }) {
  return startProduct({
    port: run.options.port,
    folder: run.folder,
    env: { DATA_DIR: run.dataFolder },
  })
}

/** Kills the target and waits until leads are bought again. */
async function killOnce(run: Run, buyers: Buyers, target: Target): Promise<Kill> {
  const mainBefore = await databasePid(run.dataFolder)
  const killedAtMs = performance.now()
  await kill(target, run)
  if (endsServer(target)) {
    run.product = await serve(run)
  } else if (target !== 'backend') {
    await until('the return of the database', BACK_WITHIN_MS, async () => {
      const main = await databasePid(run.dataFolder)
      return main !== undefined && main !== mainBefore
    })
  } else {
    await sleep(100) // What was under way elsewhere may still be answered.
  }
  if (!run.product.isRunning()) throw new Error('the server ended when the database was killed')
  const backAtMs = performance.now()
  await until('the next purchase', BACK_WITHIN_MS, () => {
    return (buyers.acknowledgedAtMs.at(-1) ?? 0) > backAtMs
  })
  return { target, downMs: longestSilence(buyers.acknowledgedAtMs, killedAtMs) }
}

function tell(kills: readonly Kill[], buyers: Buyers): void {
  const { outcomes, troubles } = buyers
  const acknowledged = outcomes.filter(({ purchase }) => purchase)
  const unknown = outcomes.filter(({ repeats }) => repeats > 0)
  const replayed = unknown.filter((outcome) => outcome.replayed)
  console.log(`\n${kills.length} kills`)
  for (const [target, name] of Object.entries(TARGETS)) {
    const down = kills.filter((one) => one.target === target).map(({ downMs }) => downMs)
    if (down.length === 0) continue
    const seconds = (ms: number) => (ms / 1000).toFixed(2)
    console.log(
      `  ${String(down.length).padStart(3)} × ${name}: nothing sold for ${seconds(median(down))} s (median), ${seconds(Math.max(...down))} s (longest)`,
    )
  }
  console.log(`${acknowledged.length} purchases acknowledged`)
  console.log(`${outcomes.length - acknowledged.length} refused because another agent was first`)
  console.log(
    `${unknown.length} with an unknown outcome at first: asked again with the same key, ${replayed.length} of them had been made`,
  )
  const list = [...troubles].map(([name, count]) => `${name} (${count})`)
  console.log(`answers that decided nothing: ${list.join(', ') || 'none'}`)
}

async function crash(options: CrashOptions): Promise<boolean> {
  const folder = await makeFolder('raahi-crash-', options.folder)
  const dataFolder = join(folder, 'data')
  const random = seededRandom(options.seed)
  console.log(`Seed ${options.seed}: ${options.kills} kills, ${options.clients} clients.`)
  const product = await serve({ options, folder, dataFolder })
  const run: Run = { options, folder, dataFolder, random, product, forSale: [], nextLead: 0 }
  const stop = async () => {
    await run.product.stop()
    await rm(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(130)))
  }
  try {
    const agents = await withClient(await connectionStringOfRunning(dataFolder), async (client) => {
      const made = await addAgents(client, options.clients)
      // Kills come while plans are used, while they run out, and while wallets pay.
      await addPlans(client, made, [40, 100])
      return made
    })
    await stockUp(run)
    const buyers = startBuyers(options.port, agents, run.forSale)
    const kills: Kill[] = []
    for (const target of planKills(run)) {
      await stockUp(run)
      await sleep(20 + random() * 2000)
      const done = await killOnce(run, buyers, target)
      kills.push(done)
      console.log(`killed ${TARGETS[target]}: nothing sold for ${Math.round(done.downMs)} ms`)
    }
    await sleep(500)
    await buyers.stop()
    tell(kills, buyers)
    const losses = await findLosses(
      await connectionStringOfRunning(dataFolder),
      agents,
      buyers.outcomes,
    )
    for (const loss of losses.slice(0, 20)) console.log(`LOST: ${loss}`)
    console.log(
      losses.length === 0
        ? 'Nothing lost: every purchase acknowledged is on record once, every one on record was acknowledged, every wallet is right, and the books are whole.'
        : `${losses.length} losses.`,
    )
    return losses.length === 0
  } finally {
    await stop()
  }
}

function optionsOrUsage(): CrashOptions {
  try {
    return readCrashOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}

const isWhole = await crash(optionsOrUsage()).catch((error) => {
  console.error(error)
  return false
})
process.exit(isWhole ? 0 : 1)
