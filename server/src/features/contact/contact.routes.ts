import * as contact from '@raahi/contract/contact'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { readOwnList } from '../../platform/database/read-list.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import { addRoute, type RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { messagesPerAddress } from './contact-limits.ts'
import { createContactMessage } from './create-contact-message.ts'
import { listContactMessages } from './list-contact-messages.ts'
import { markContactMessage } from './mark-contact-message.ts'

export function addContactRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database; config: Config; queueMail: QueueMail },
): void {
  const { database, queueMail, config } = deps
  const { publicUrl, contactEmail } = config

  addRoute(
    app,
    deps,
    contact.createContactMessage,
    async ({ body }) => {
      await createContactMessage({ database, queueMail, publicUrl, contactEmail }, body)
      return {}
    },
    { beforeBody: limitByAddress(deps, 'createContactMessage', messagesPerAddress) },
  )

  addRoute(app, deps, contact.listContactMessages, async (call) => ({
    data: await readOwnList(database, call, (from) => listContactMessages(from, call.query)),
  }))

  addRoute(app, deps, contact.markContactMessage, async (call) => ({
    data: await markContactMessage(database, actorOf(call), {
      id: call.params.id,
      answered: call.body.answered,
    }),
    message: call.body.answered ? 'Marked as answered.' : 'Marked as waiting.',
  }))
}
