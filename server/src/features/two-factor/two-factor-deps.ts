import type { Config } from '../../config/index.ts'
import type { Actor } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import type { Encryption } from './public/encryption.ts'

/** Dependencies of every use case of two-factor login. */
export interface TwoFactorDeps {
  database: Database
  config: Config
  passwords: Passwords
  queueMail: QueueMail
  /** Undefined if there is no key; two-factor login can then not be turned on. */
  encryption: Encryption | undefined
}

/** A call of a user about the caller's own account. */
export interface OwnCall {
  caller: Caller
  actor: Actor
}
