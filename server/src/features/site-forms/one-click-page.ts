import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { limitByAddress, type RateLimit } from '../../platform/http/rate-limit.ts'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import type { PlainPage } from './site-frame.ts'

const bodyLimitBytes = 16 * 1024
/** High, because mail providers send the requests of many recipients from few addresses. */
const endsPerAddress: RateLimit = { max: 1000, windowSeconds: 60 * 60 }

/** A page behind a link in a mail, which ends something without a login. */
export interface OneClickPage {
  /** The name of the rate limit by address. */
  name: string
  path: string
  /** The query parameter that contains the secret. */
  parameter: string
  /** The title of the page and the text of the button. */
  title: string
  question: string
  explanation: string
  end(database: Database, secret: string, request: { requestId: string; ip: string }): Promise<void>
  ended: PlainPage
}

/**
 * Adds a one-click page. Mail programs send a POST without cookies and Origin (RFC 8058), so the secret alone
 * authorises the request. Its body is discarded: it should be multipart/form-data, but may be of another type. A GET
 * changes nothing, because virus scanners open all links of a mail. Responses are the same for known and unknown
 * secrets.
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
  scope.register(async (anyBodyScope) => {
    anyBodyScope.removeAllContentTypeParsers()
    anyBodyScope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, _body, done) => done(null),
    )
    anyBodyScope.post(page.path, { schema: { hide: true } }, async (request, reply) => {
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
