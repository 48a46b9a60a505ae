import type { Config } from '../config/index.ts'
import type { Actor } from '../platform/audit-log/record-action.ts'
import type { Database } from '../platform/database/connect.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { JobQueue } from '../platform/jobs/job-queue.ts'
import type { MailDraft, QueueMail } from '../platform/mail/mail.ts'
import type { PastClock } from './past-transaction.ts'
import { type Random, seededRandom } from './random.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Something that happens in the demo, by a use case of the product. */
export interface DemoEvent {
  at: Date
  run(): Promise<unknown>
}

/** The dependencies of the use cases that make the demo data. */
export interface DemoWorld {
  database: Database
  clock: PastClock
  config: Config
  publicUrl: string
  contactEmail: string
  files: FileStore
  random: Random
  /** Discards the mails except the last one. */
  queueMail: QueueMail
  lastMail(): MailDraft | undefined
  /** Discards the jobs except the last one. */
  jobs: Pick<JobQueue, 'send'>
  lastJob(): object | undefined
  /** The admin, once there is one. */
  admin: Actor
}

export function createDemoWorld(
  deps: Pick<DemoWorld, 'database' | 'clock' | 'config' | 'files'>,
): DemoWorld {
  let mail: MailDraft | undefined
  let job: object | undefined
  return {
    ...deps,
    publicUrl: deps.config.publicUrl,
    contactEmail: deps.config.contactEmail,
    random: seededRandom(20_262),
    queueMail: async (_tx, draft) => {
      mail = draft
    },
    lastMail: () => mail,
    jobs: {
      send: async (_tx, { data }) => {
        job = data
      },
    },
    lastJob: () => job,
    admin: actorWith(''),
  }
}

/** A user as the actor of a request. */
export function actorWith(userId: string): Actor {
  return { userId, requestId: 'demo', ip: '127.0.0.1' }
}
