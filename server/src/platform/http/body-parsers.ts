import type { FastifyInstance } from 'fastify'

/**
 * JSON is the only body besides uploads: a form of a foreign site cannot send it without asking first.
 * An empty body reads as none, and `__proto__` in a body is refused.
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
