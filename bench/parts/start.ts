import type { Environment } from '../environment.ts'
import { withClient } from '../environment.ts'
import { addAgents, addLeads, settle } from '../fill.ts'
import type { Generator } from '../load/start-generator.ts'
import type { Options } from '../options.ts'
import { startProduct } from '../product.ts'
import type { Row } from '../report.ts'
import { median } from '../statistics.ts'

/**
 * Measures the time from the start of the process of `npm start` until /readyz returns 200, with a running database.
 */
export async function benchStart(
  { createDatabase, folder }: Environment,
  _generator: Generator,
  { port, rounds }: Options,
): Promise<Row[]> {
  const databaseUrl = await createDatabase('start')
  await withClient(databaseUrl, async (client) => {
    await addAgents(client, 12)
    await addLeads(client, { first: 0, count: 200 })
    await settle(client)
  })
  const entry = 'scripts/start.js'
  const start = async () => {
    const product = await startProduct({ entry, port: port + 4, databaseUrl, folder })
    await product.stop()
    return product.readyAfterMs / 1000
  }
  await start() // Builds the site if needed, and fills the compile cache for later starts.
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) seconds.push(await start())
  return [
    {
      what: 'ready after start, site built, database running',
      value: median(seconds),
      limit: { atMost: 1 },
      unit: 's',
      detail: `each: ${seconds.map((each) => each.toFixed(2)).join(', ')}`,
    },
  ]
}
