import type { Config } from '../../config/index.ts'
import type { Actor } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { Passwords } from '../auth/passwords.ts'
import type { Encryption } from './encryption.ts'

/** What every use case of two-factor login works with. */
export interface TwoFactorDeps {
  database: Database
  config: Config
  passwords: Passwords
  queueMail: QueueMail
  /** Undefined: no key is set, and nobody can turn it on. */
  encryption: Encryption | undefined
}

/** A call that somebody makes about the own account. */
export interface OwnCall {
  caller: Caller
  actor: Actor
}
