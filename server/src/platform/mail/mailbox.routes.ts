import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config/index.ts'
import { listWrittenMails, readWrittenMail } from './list-written-mails.ts'
import { mailboxPage, mailMissingPage, mailPage } from './mailbox-pages.ts'

const maxShownMails = 200

/** Whether this product shows its mail at `/dev/mailbox`: it can be tried, and nothing is sent. */
export function hasMailbox(config: Config): boolean {
  return config.trial && config.smtpUrl === undefined
}

/** The mails of a trial, to be read in the browser. Anywhere else there is nothing at these addresses. */
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
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}
