import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { limitByAddress, type RateLimit } from '../../platform/http/rate-limit.ts'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import type { PlainPage } from './site-frame.ts'

const bodyLimitBytes = 16 * 1024
/** Mail providers send the requests of many recipients from few addresses. */
const endsPerAddress: RateLimit = { max: 1000, windowSeconds: 60 * 60 }

/** The page behind the link of a mail that ends something without a login. */
export interface OneClickPage {
  /** Of the limit by address. */
  name: string
  path: string
  /** The parameter of the address that has the secret. */
  parameter: string
  /** Title of the page and text of the button. */
  title: string
  question: string
  explanation: string
  end(database: Database, secret: string, request: { requestId: string; ip: string }): Promise<void>
  ended: PlainPage
}

/**
 * Adds such a page. A POST ends what the secret belongs to, as mail programs send it (RFC 8058): without
 * cookies and without Origin, so that the secret alone decides. The body is discarded: it should be multipart/form-data, but may
 * be of another type. A GET changes nothing, because programs that check mails for viruses open all links. Every answer is the
 * same for known and unknown secrets.
 */
export function addOneClickPage(
  scope: FastifyInstance,
  deps: { database: Database; config: Config },
  page: OneClickPage,
  sendPage: (reply: FastifyReply, page: PlainPage) => FastifyReply,
): void {
  const limit = limitByAddress(deps, page.name, endsPerAddress)
  const secretOf = ({ query }: FastifyRequest) => {
    const secret = (query as Record<string, unknown>)[page.parameter]
    return typeof secret === 'string' ? secret : ''
  }
  scope.get(page.path, { schema: { hide: true } }, (request, reply) =>
    sendPage(reply, renderQuestion(page, secretOf(request))),
  )
  scope.register(async (anyBody) => {
    anyBody.removeAllContentTypeParsers()
    anyBody.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, _body, done) => done(null),
    )
    anyBody.post(page.path, { schema: { hide: true } }, async (request, reply) => {
      await limit(request)
      const { id: requestId, ip } = request
      await page.end(deps.database, secretOf(request), { requestId, ip })
      return sendPage(reply, page.ended)
    })
  })
}

function renderQuestion(page: OneClickPage, secret: string): PlainPage {
  const { path, parameter, title, question, explanation } = page
  const action = `${path}?${parameter}=${encodeURIComponent(secret)}`
  return {
    title,
    content: `<h1>${question}</h1>
<p>${explanation}</p>
<form method="post" action="${escapeHtml(action)}"><button>${title}</button></form>`,
  }
}
