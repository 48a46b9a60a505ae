import * as contact from '@raahi/contract/contact'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { answerContactMessage } from './answer-contact-message.ts'
import { listContactMessages } from './list-contact-messages.ts'
import { markContactMessage } from './mark-contact-message.ts'
import { messagesPerAddress } from './public/contact-limits.ts'
import { createContactMessage } from './public/create-contact-message.ts'

export function addContactRoutes(deps: RouteDeps & { config: Config; queueMail: QueueMail }): void {
  const { addRoute, database, queueMail, config } = deps
  const { publicUrl, contactEmail } = config

  addRoute(
    contact.createContactMessage,
    { beforeBody: limitByAddress(deps, 'createContactMessage', messagesPerAddress) },
    async ({ body }) => {
      await createContactMessage({ database, queueMail, publicUrl, contactEmail }, body)
      return {}
    },
  )

  addRoute(contact.listContactMessages, async (call) => ({
    data: await readList(database, call, (from) => listContactMessages(from, call.query)),
  }))

  addRoute(contact.markContactMessage, async (call) => ({
    data: await markContactMessage(database, actorOf(call), {
      id: call.params.id,
      answered: call.body.answered,
    }),
    message: call.body.answered ? 'Marked as answered.' : 'Marked as waiting.',
  }))

  addRoute(contact.answerContactMessage, async (call) => ({
    data: await answerContactMessage(
      { database, queueMail, publicUrl, contactEmail },
      actorOf(call),
      { id: call.params.id, ...call.body },
    ),
  }))
}
