import type { FastifyInstance, FastifyRequest } from 'fastify'

const wideInteger = /\d{16}/

/** Parses JSON. Integers beyond 2^53 become texts with the same digits. @throws SyntaxError */
export function parseWideJson(text: string): unknown {
  return JSON.parse(text, keepDigits)
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isWide = Number.isInteger(value) && !Number.isSafeInteger(value)
  return isWide && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value
}

/** Whether the call has ids of 64 bits (`EndpointSpec`). */
function hasWideIds({ routeOptions: { config } }: FastifyRequest): boolean {
  return 'wideIds' in config && config.wideIds === true
}

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
      else if (hasWideIds(request) && wideInteger.test(body)) {
        parseJson(request, body, (error, value) => done(error, value && parseWideJson(body)))
      } else parseJson(request, body, done)
    },
  )
}
