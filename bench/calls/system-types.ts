import type { Config } from '../../server/src/config/index.ts'
import type { Database } from '../../server/src/platform/database/connect.ts'
import type { TestGateway } from '../../server/src/testing/gateway.ts'
import type { Product } from '../product.ts'

export type Person = { id: string; email: string; token: string }

/** A product on a database of a given size, with its users. */
export type BenchSystem = {
  leads: number
  databaseUrl: string
  /** Creates the subjects of requests. Its commits do not wait for the disk. */
  database: Database
  config: Config
  product: Product
  gateway: TestGateway
  agents: readonly Person[]
  /** Returns the next agent, round-robin. */
  agent(): Person
  admin(): Person
  tokenOf(userId: string): string
  close(): Promise<void>
}
