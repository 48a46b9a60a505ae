import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config/index.ts'
import { listWrittenMails, readWrittenMail } from './list-written-mails.ts'
import { mailboxPage, mailMissingPage, mailPage } from './mailbox-pages.ts'

const maxShownMails = 200

/** Returns whether this product shows its mail at `/dev/mailbox`: it is a trial and sends no mail. */
export function hasMailbox(config: Config): boolean {
  return config.trial && config.smtpUrl === undefined
}

/** Shows the mails of a trial in the browser. Otherwise these addresses do not exist. */
export function addMailbox(app: FastifyInstance, config: Config): void {
  if (!hasMailbox(config)) return

  app.get<{ Querystring: { to?: unknown } }>(
    '/dev/mailbox',
    { schema: { hide: true } },
    async (request, reply) => {
      const to = typeof request.query.to === 'string' ? request.query.to.trim() : ''
      const mails = await listWrittenMails(config, maxShownMails)
      const shown = mails.filter((mail) => mail.to.toLowerCase().includes(to.toLowerCase()))
      return sendHtml(reply, mailboxPage(shown, to))
    },
  )

  app.get<{ Params: { name: string } }>(
    '/dev/mailbox/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const mail = await readWrittenMail(config, request.params.name)
      if (!mail) return sendHtml(reply.status(404), mailMissingPage())
      return sendHtml(reply, mailPage(mail))
    },
  )

  app.get<{ Params: { name: string; index: string } }>(
    '/dev/mailbox/:name/:index',
    { schema: { hide: true } },
    async (request, reply) => {
      const mail = await readWrittenMail(config, request.params.name)
      const file = mail?.attachments[Number(request.params.index)]
      if (!file) return sendHtml(reply.status(404), mailMissingPage())
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .type(file.type)
        .send(file.content)
    },
  )
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}
