import { createContactMessage as contactCall, contactForm } from '@raahi/contract/contact'
import { createEnquiry as enquiryCall, enquiryForm } from '@raahi/contract/enquiries'
import { errorCodes } from '@raahi/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Config } from '../../config/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asFailure } from '../../platform/http/error-response.ts'
import type { ApiFailure } from '../../platform/http/failure.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import { refuseForeignOrigin } from '../../platform/http/route.ts'
import { parseParts } from '../../platform/http/validation.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { messagesPerAddress } from '../contact/contact-limits.ts'
import { createContactMessage } from '../contact/create-contact-message.ts'
import { createEnquiry } from '../enquiries/create-enquiry.ts'
import { enquiriesPerAddress } from '../enquiries/enquiry-limits.ts'
import { contactPage, renderMessageSent } from './contact-page.ts'
import {
  enquiryInput,
  enquiryPage,
  referenceOf,
  renderEnquirySent,
  sentPath,
} from './enquiry-page.ts'
import { type FormPage, renderFailure, renderFormPage } from './form-page.ts'
import { sentTokenOf, setSentCookie } from './sent-cookie.ts'
import { type PlainPage, readSiteFrame } from './site-frame.ts'

/** Size limit of an encoded form: one character takes up to nine bytes. */
const formLimitBytes = 64 * 1024

type SendPage = (reply: FastifyReply, page: PlainPage) => FastifyReply
type Values = Readonly<Record<string, string>>

interface SiteForm<S extends z.ZodType> {
  page: Omit<FormPage, 'values' | 'errors'>
  schema: S
  /** Converts the texts of a form to the schema's input. */
  read: (values: Values) => unknown
  limit: (request: FastifyRequest) => Promise<void>
  /** @returns the address that the browser is redirected to */
  send: (fields: z.output<S>, reply: FastifyReply) => Promise<string>
}

/**
 * The forms of the public site for browsers without JavaScript: the same use cases, fields and limits as the API. Only
 * these routes parse this kind of body. A foreign site could send it too, so the Origin is checked.
 */
export async function addSiteForms(
  app: FastifyInstance,
  deps: {
    database: Database
    config: Config
    queueMail: QueueMail
    ownOrigins: ReadonlySet<string>
  },
  siteFolder: string,
): Promise<void> {
  const { config } = deps
  const frame = await readSiteFrame(siteFolder)
  const sendPage = (reply: FastifyReply, page: PlainPage) => sendHtml(reply, frame(page))
  const useCase = { ...deps, publicUrl: config.publicUrl, contactEmail: config.contactEmail }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimitBytes },
      (_request, body: string, done) => {
        done(null, Object.fromEntries(new URLSearchParams(body)))
      },
    )
    // Errors before the form is parsed: too large, of another type, or during a stop.
    scope.setErrorHandler((error, request, reply) => {
      const failure = logFailure(request, reply, error)
      return sendPage(reply, renderFailure(failure, homeOf(request.url)))
    })
    addForm(
      scope,
      { ownOrigins: deps.ownOrigins, sendPage },
      {
        page: enquiryPage,
        schema: enquiryForm,
        read: enquiryInput,
        limit: limitByAddress(deps, enquiryCall.name, enquiriesPerAddress),
        send: async (fields, reply) => {
          const sent = await createEnquiry(useCase, fields)
          setSentCookie(reply, config, sent)
          return sentPath(sent.reference)
        },
      },
    )
    addForm(
      scope,
      { ownOrigins: deps.ownOrigins, sendPage },
      {
        page: contactPage,
        schema: contactForm,
        // A browser sends CRLF line ends.
        read: (values) => ({ ...values, message: values.message?.replaceAll('\r\n', '\n') }),
        limit: limitByAddress(deps, contactCall.name, messagesPerAddress),
        send: async (fields) => {
          await createContactMessage(useCase, fields)
          return '/contact/sent'
        },
      },
    )
    // The address of a form with errors, when the browser reloads it.
    scope.get(enquiryPage.action, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-store').redirect(homeOf(enquiryPage.action), 303),
    )
    scope.get('/enquiries/sent', { schema: { hide: true } }, (request, reply) => {
      const reference = referenceOf(request.query as Record<string, unknown>)
      const token = reference && sentTokenOf(request, config, reference)
      return sendPage(reply, renderEnquirySent({ reference, token }))
    })
    scope.get('/contact/sent', { schema: { hide: true } }, (_request, reply) =>
      sendPage(reply, renderMessageSent()),
    )
  })
}

function addForm<S extends z.ZodType>(
  scope: FastifyInstance,
  { ownOrigins, sendPage }: { ownOrigins: ReadonlySet<string>; sendPage: SendPage },
  { page, schema, read, limit, send }: SiteForm<S>,
): void {
  scope.post(page.action, { schema: { hide: true } }, async (request, reply) => {
    const values = (request.body ?? {}) as Values
    try {
      refuseForeignOrigin(request, ownOrigins)
      await limit(request)
      const [fields] = parseParts([{ schema, value: read(values) }])
      return reply
        .header('cache-control', 'no-store')
        .redirect(await send(fields as z.output<S>, reply), 303)
    } catch (error) {
      return sendPage(reply, problemOf(request, reply, { page, values, error }))
    }
  })
}

/** Renders the form again with its values and errors. */
function problemOf(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: { page: SiteForm<z.ZodType>['page']; values: Values; error: unknown },
): PlainPage {
  const { page, values, error } = problem
  const { fieldErrors: errors = {}, message } = logFailure(request, reply, error)
  return renderFormPage({
    ...page,
    values,
    errors,
    ...(Object.keys(errors).length === 0 && { problem: message }),
  })
}

/** Sets status and headers for an error, and logs server errors. */
function logFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): ApiFailure {
  const failure = asFailure(error)
  const { status } = errorCodes[failure.code]
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
  reply.status(status)
  return failure
}

/** The page with the form that is sent to this address. */
function homeOf(url: string): string {
  return url.startsWith(contactPage.action) ? contactPage.action : '/#quote'
}

/** Pages with personal data are not cached and send no Referer. */
function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(html)
}
