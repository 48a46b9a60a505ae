import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

export interface GatewaySandboxOptions {
  /** A database that has the tables `sandbox_*`; its bigints are read as numbers. */
  pool: pg.Pool
  /** What callers of the API and receivers of webhooks share with the gateway. */
  keys: { keyId: string; keySecret: string; webhookSecret: string }
  /** Where webhooks are sent; undefined: nowhere as yet, they are kept until there is. */
  webhookUrl: () => string | undefined
  log: FastifyBaseLogger
}
