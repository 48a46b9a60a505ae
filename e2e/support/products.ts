import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const firstPort = Number(process.env.E2E_PORT ?? 8077)
// Workers read this file again: the first reading names the folder for all.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'raahi-e2e-'))

/** A running product of the tests: a server with a database of its own. */
export interface Product {
  port: number
  address: string
  dataDir: string
}

function product(name: string, port: number): Product {
  const dataDir = join(process.env.E2E_DATA_DIR ?? '', name)
  return { port, address: `http://localhost:${port}`, dataDir }
}

/** With the demo data. Tests share it: each makes the agents and leads it changes. */
export const demoProduct = product('demo', firstPort)

/** With nothing but an admin, for one file of tests alone: what is empty, and prices, which all leads share. */
export const newProduct = product('new', firstPort + 1)

/** Where a test serves one more product, with other settings. */
export const onceMore = product('once-more', firstPort + 2)
