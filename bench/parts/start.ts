import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { withClient } from '../environment.ts'
import { addAgents, insertLeads, settle } from '../fill.ts'
import type { Generator } from '../load/start-generator.ts'
import type { Options } from '../options.ts'
import { startProduct } from '../product.ts'
import type { Row } from '../report.ts'
import { median } from '../statistics.ts'

const ENTRY = 'scripts/start.js'

/**
 * Measures the time from the start of the process of `npm start` until /readyz returns 200: with a running database, and with the
 * embedded one.
 */
export async function benchStart(
  { createDatabase, folder }: Environment,
  _generator: Generator,
  { port, rounds }: Options,
): Promise<Row[]> {
  const databaseUrl = await createDatabase('start')
  await withClient(databaseUrl, async (client) => {
    await addAgents(client, 12)
    await insertLeads(client, { first: 0, count: 200 })
    await settle(client)
  })
  const start = async () => {
    const product = await startProduct({ entry: ENTRY, port: port + 4, databaseUrl, folder })
    await product.stop()
    return product.readyAfterMs / 1000
  }
  await start() // Builds the site if needed, and fills the compile cache for later starts.
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) seconds.push(await start())
  return [
    rowOf('ready after start, site built, database running', 1, seconds),
    ...(await benchEmbedded(folder, port + 5, rounds)),
  ]
}

/**
 * Starts with the embedded database: on a new data folder, which the start fills with the demo data, and on that folder
 * again. The data folders are removed only at the end of the run. ext4 searches longer for a free inode if files were
 * deleted in the last 35 s, which added up to a second to the next first start.
 */
async function benchEmbedded(folder: string, port: number, rounds: number): Promise<Row[]> {
  const first: number[] = []
  const again: number[] = []
  // The first round is not counted, because it builds the site again with the settings of a trial.
  for (let round = -1; round < rounds; round += 1) {
    const data = await mkdtemp(join(folder, 'embedded-'))
    const env = { DEMO_DATA: 'on', DATA_DIR: data }
    for (const seconds of [first, again]) {
      const product = await startProduct({ entry: ENTRY, port, folder, env })
      await product.stop()
      seconds.push(product.readyAfterMs / 1000)
    }
    if (round < 0) first.length = again.length = 0
  }
  return [
    rowOf('the same, first start with the embedded database and demo data', 3, first),
    rowOf('the same, embedded database with data', 3, again),
  ]
}

const rowOf = (what: string, atMost: number, seconds: number[]): Row => ({
  what,
  value: median(seconds),
  limit: { atMost },
  unit: 's',
  detail: `each: ${seconds.map((each) => each.toFixed(2)).join(', ')}`,
})
