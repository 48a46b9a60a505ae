import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlainPage } from './site-frame.ts'

const bodyLimitBytes = 16 * 1024

/**
 * Adds the page behind the link of a mail that ends such mails. A POST ends them, as mail programs send it (RFC 8058): without
 * cookies and without Origin, so that the secrets alone decide. The body is discarded: it should be multipart/form-data, but may
 * be of another type. A GET changes nothing, because programs that check mails for viruses open all links. Every answer is the
 * same for known and unknown secrets.
 */
export function addOneClickPage(
  scope: FastifyInstance,
  page: {
    path: string
    limit: (request: FastifyRequest) => Promise<void>
    question: (request: FastifyRequest) => PlainPage
    end: (request: FastifyRequest) => Promise<void>
    ended: PlainPage
  },
  sendPage: (reply: FastifyReply, page: PlainPage) => FastifyReply,
): void {
  scope.get(page.path, { schema: { hide: true } }, (request, reply) =>
    sendPage(reply, page.question(request)),
  )
  scope.register(async (anyBody) => {
    anyBody.removeAllContentTypeParsers()
    anyBody.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, _body, done) => done(null),
    )
    anyBody.post(page.path, { schema: { hide: true } }, async (request, reply) => {
      await page.limit(request)
      await page.end(request)
      return sendPage(reply, page.ended)
    })
  })
}
