import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createRunFolder } from '../../server/src/testing/run-folder.ts'

const firstPort = Number(process.env.E2E_PORT ?? 8077)
/** The files of a run. Each worker imports this file again; the first import creates the folder, and removes it at the end. */
export const runFolder = process.env.E2E_DATA_DIR ?? (await createFolder())

async function createFolder(): Promise<string> {
  const folder = await createRunFolder()
  process.env.E2E_DATA_DIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A running product of the tests: a server with a separate database. */
export interface Product {
  port: number
  address: string
  dataDir: string
}

function product(name: string, port: number): Product {
  const dataDir = join(runFolder, name)
  return { port, address: `http://localhost:${port}`, dataDir }
}

/** The product with demo data. Tests share it, and each creates the agents and leads that it changes. */
export const demoProduct = product('demo', firstPort)

/** The product with only an admin, for one file: empty screens, and prices, which apply to all leads. */
export const newProduct = product('new', firstPort + 1)

/** The product of a test that starts one with other settings. */
export const extraProduct = product('once-more', firstPort + 2)
