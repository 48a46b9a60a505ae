import type { Config } from '../../server/src/config/index.ts'
import type { Database } from '../../server/src/platform/database/connect.ts'
import type { TestGateway } from '../../server/src/testing/gateway.ts'
import type { Product } from '../product.ts'

export type Person = { id: string; email: string; token: string }

/** A product on a database of some size, and the people who use it. */
export type BenchSystem = {
  leads: number
  databaseUrl: string
  /** What is made for the requests is made through this, without waiting for the disk. */
  database: Database
  config: Config
  product: Product
  gateway: TestGateway
  agents: readonly Person[]
  /** Whose turn it is to ask. */
  agent(): Person
  admin(): Person
  tokenOf(userId: string): string
  close(): Promise<void>
}
