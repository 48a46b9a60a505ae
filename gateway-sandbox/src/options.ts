import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

export interface GatewaySandboxOptions {
  /** A database that has the tables `sandbox_*`; its bigints are read as numbers. */
  pool: pg.Pool
  /** The keys that callers of the API and receivers of webhooks share with the gateway. */
  keys: { keyId: string; keySecret: string; webhookSecret: string }
  /** The address that receives webhooks. Undefined: not known yet, so webhooks remain pending. */
  webhookUrl: () => string | undefined
  log: FastifyBaseLogger
}
