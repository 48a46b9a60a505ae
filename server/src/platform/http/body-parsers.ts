import type { FastifyInstance } from 'fastify'

/**
 * Accepts JSON as the only kind of body besides uploads, because a form of a foreign site cannot send JSON without a
 * preflight request. An empty body counts as no body, and `__proto__` in a body is rejected.
 */
export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body: string, done) => {
      if (body === '') done(null, undefined)
      else parseJson(request, body, done)
    },
  )
}
