import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type StartProduct, startProduct } from '../../server/src/testing/load/product.ts'
import { median } from '../../server/src/testing/load/statistics.ts'
import type { Environment } from '../environment.ts'
import { goals } from '../goals.ts'
import type { Options } from '../options.ts'
import type { Goal, Row } from '../report.ts'

/**
 * Measures the time from the start of the process of `npm start` until /readyz returns 200: with a running database, and
 * with the embedded one, on a new data folder that gets the demo data and on that folder again.
 */
export async function benchStart(
  { openBusiness, folder }: Environment,
  { port, rounds, small }: Options,
): Promise<Row[]> {
  const { databaseUrl } = await openBusiness(small)
  const readyAfter = async (settings: Partial<StartProduct>) => {
    const product = await startProduct({ entry: 'scripts/start.js', port, folder, ...settings })
    await product.stop()
    return product.readyAfterMs / 1000
  }
  const ready: number[] = []
  const first: number[] = []
  const again: number[] = []
  // The first round is not counted, because it builds the site and fills the compile cache.
  for (let round = 0; round <= rounds; round += 1) ready.push(await readyAfter({ databaseUrl }))
  for (let round = 0; round <= rounds; round += 1) {
    // Removed only at the end of the run: after a removal, ext4 searches longer for a free inode.
    const env = { DEMO_DATA: 'on', DATA_DIR: await mkdtemp(join(folder, 'embedded-')) }
    first.push(await readyAfter({ env }))
    again.push(await readyAfter({ env }))
  }
  return [rowOf(goals.ready, ready), rowOf(goals.readyFirst, first), rowOf(goals.readyAgain, again)]
}

function rowOf(goal: Goal, [, ...seconds]: readonly number[]): Row {
  const detail = `each: ${seconds.map((each) => each.toFixed(2)).join(', ')}`
  return { ...goal, value: median(seconds), detail }
}
