import { createContactMessage as contactCall, contactForm } from '@raahi/contract/contact'
import { contactFields } from '@raahi/contract/contact-form'
import {
  createEnquiry as enquiryCall,
  enquiryConsent,
  enquiryForm,
} from '@raahi/contract/enquiries'
import { quoteFields, quoteInput } from '@raahi/contract/enquiry-form'
import { errorCodes } from '@raahi/contract/errors'
import { id as idField } from '@raahi/contract/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Config } from '../../config/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asFailure } from '../../platform/http/error-response.ts'
import type { ApiFailure } from '../../platform/http/failure.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import { refuseForeignOrigin } from '../../platform/http/route.ts'
import { parseParts } from '../../platform/http/validation.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { messagesPerAddress } from '../contact/public/contact-limits.ts'
import { createContactMessage } from '../contact/public/create-contact-message.ts'
import { createEnquiry } from '../enquiries/public/create-enquiry.ts'
import { enquiriesPerAddress } from '../enquiries/public/enquiry-limits.ts'
import { createEmbedded } from '../sources/public/create-embedded.ts'
import { findEmbed } from '../sources/public/embeds.queries.ts'
import { confirmEnquiry, renderEnquirySent, sentPath } from './enquiry-sent.ts'
import { type FormPage, renderFormPage } from './form-page.ts'
import { addOneClickPage } from './one-click-page.ts'
import { oneClickPages } from './one-click-pages.ts'
import { type PlainPage, readSiteFrame, type SiteFrame } from './site-frame.ts'

/** Size limit of an encoded form. Encoding takes up to nine bytes per character. */
const formLimitBytes = 64 * 1024

const quotePage: FormPage = {
  title: 'Get a quote',
  intro:
    'Tell us about your trip, and one travel agent will contact you. Only your name and phone are needed.',
  action: '/enquiries',
  submit: 'Get my quote',
  fields: quoteFields,
  hidden: { consentVersion: enquiryConsent.version },
}

const contactPage: FormPage = {
  title: 'Contact us',
  intro: 'We read every message and reply by email.',
  action: '/contact',
  submit: 'Send message',
  fields: contactFields,
}

const messageSent: PlainPage = {
  title: 'Thank you',
  content: `<h1>Thank you! We have your message.</h1><p>${contactPage.intro}</p>
<p class="ways"><a href="/destinations">See all destinations</a><a href="/">Go to home page</a></p>`,
}

type Values = Readonly<Record<string, string>>
type SendPage = (reply: FastifyReply, page: PlainPage) => FastifyReply

interface SiteForm<S extends z.ZodType> {
  page: FormPage
  /** The page for the submitted values, if it depends on them. */
  pageOf?: (values: Values) => Promise<FormPage>
  schema: S
  /** Converts the texts of a form to the schema's input. */
  read: (values: Values) => unknown
  limit: (request: FastifyRequest) => Promise<void>
  /** @returns the address that the browser is redirected to */
  send: (fields: z.output<S>, reply: FastifyReply) => Promise<string>
}

/**
 * Adds the forms of the public site for browsers without JavaScript, with the use cases, fields and limits of the API.
 * Only these routes parse URL-encoded bodies. Other sites can send such bodies too, so the Origin is checked.
 */
export async function addSiteForms(
  app: FastifyInstance,
  deps: {
    database: Database
    config: Config
    queueMail: QueueMail
    jobs: JobQueue
    ownOrigins: ReadonlySet<string>
  },
  siteFolder: string,
): Promise<void> {
  const { config } = deps
  const sendPage = createSendPage(await readSiteFrame(siteFolder))
  const useCase = { ...deps, publicUrl: config.publicUrl, contactEmail: config.contactEmail }

  await app.register(async (scope) => {
    parseForms(scope)
    // Handles errors before the form is parsed: the body is too large or of another type, or the product is stopping.
    scope.setErrorHandler((error, request, reply) =>
      sendPage(reply, renderFailure(prepareFailure(request, reply, error), homeOf(request.url))),
    )
    const formDeps = { ownOrigins: deps.ownOrigins, sendPage }
    addForm(scope, formDeps, {
      page: quotePage,
      schema: enquiryForm,
      read: quoteInput,
      limit: limitByAddress(deps, enquiryCall.name, enquiriesPerAddress),
      send: async (fields, reply) =>
        confirmEnquiry(
          reply,
          config,
          await (fields.sourceId
            ? createEmbedded(useCase, fields.sourceId, fields)
            : createEnquiry(useCase, fields)),
        ),
      pageOf: (values) => quotePageOf(deps.database, values),
    })
    addForm(scope, formDeps, {
      page: contactPage,
      schema: contactForm,
      // Browsers send CRLF line ends.
      read: (values) => ({ ...values, message: values.message?.replaceAll('\r\n', '\n') }),
      limit: limitByAddress(deps, contactCall.name, messagesPerAddress),
      send: async (fields) => {
        await createContactMessage(useCase, fields)
        return '/contact/sent'
      },
    })
    // A browser requests this address when a form with errors is reloaded.
    scope.get(quotePage.action, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-store').redirect(homeOf(quotePage.action), 303),
    )
    scope.get(sentPath, { schema: { hide: true } }, (request, reply) =>
      sendPage(reply, renderEnquirySent(request, config)),
    )
    for (const page of oneClickPages) addOneClickPage(scope, deps, page, sendPage)
    scope.get('/contact/sent', { schema: { hide: true } }, (_request, reply) =>
      sendPage(reply, messageSent),
    )
  })
}

/** The page of an embedded form shows the consent text of its source. */
async function quotePageOf(
  { kysely }: Database,
  { sourceId: sent = '' }: Values,
): Promise<FormPage> {
  const sourceId = idField.safeParse(sent).data
  const embed = sourceId && (await findEmbed(kysely, sourceId))
  if (!embed) return quotePage
  const { consentText: label, consentVersion } = embed
  return {
    ...quotePage,
    fields: { ...quoteFields, consent: { ...quoteFields.consent, label } },
    hidden: { sourceId, consentVersion },
  }
}

/** Pages with personal data are not cached and send no Referer. */
function createSendPage(frame: SiteFrame): SendPage {
  return (reply, page) =>
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(frame(page))
}

function parseForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimitBytes },
    (_request, body: string, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body)))
    },
  )
}

/** Adds the route that receives a form. A rejected form is shown again with its values and errors. */
function addForm<S extends z.ZodType>(
  scope: FastifyInstance,
  { ownOrigins, sendPage }: { ownOrigins: ReadonlySet<string>; sendPage: SendPage },
  { page, pageOf = async () => page, schema, read, limit, send }: SiteForm<S>,
): void {
  scope.post(page.action, { schema: { hide: true } }, async (request, reply) => {
    const values = (request.body ?? {}) as Values
    try {
      refuseForeignOrigin(request, ownOrigins)
      await limit(request)
      const [fields] = parseParts([{ schema, value: read(values) }])
      const next = await send(fields as z.output<S>, reply)
      return reply.header('cache-control', 'no-store').redirect(next, 303)
    } catch (error) {
      const { fieldErrors, message } = prepareFailure(request, reply, error)
      const rejected = fieldErrors ? { errors: fieldErrors } : { errors: {}, problem: message }
      return sendPage(reply, renderFormPage(await pageOf(values), { values, ...rejected }))
    }
  })
}

/** Sets status and headers for an error, and logs server errors. */
function prepareFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): ApiFailure {
  const failure = asFailure(error)
  const { status } = errorCodes[failure.code]
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
  reply.status(status)
  return failure
}

/** The path of the page with the form that is sent to this address. */
function homeOf(url: string): string {
  return url.startsWith(contactPage.action) ? contactPage.action : '/#quote'
}

/** Renders an error that occurred before the form was parsed. */
function renderFailure({ code, message }: ApiFailure, home: string): PlainPage {
  const text =
    code === 'BODY_TOO_LARGE'
      ? 'Your message is too long. Please shorten it and try again.'
      : message
  return {
    title: 'Something went wrong',
    content: `<h1>Something went wrong</h1><p role="alert">${escapeHtml(text)}</p>
<p>Go back in your browser to try again; what you typed should still be there. You can also <a href="${home}">start again</a>.</p>`,
  }
}
