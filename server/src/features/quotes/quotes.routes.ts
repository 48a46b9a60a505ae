import * as quotes from '@raahi/contract/quotes'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { hitRateLimit, limitByAddress, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { SendMail } from '../../platform/mail/send-mail.ts'
import { logInContext } from '../../platform/observability/work-context.ts'
import { handleQuoteMails, mailQuote } from './mail-quote.ts'
import { openQuoteDraft } from './open-draft.ts'
import { readPurchaseQuote, readQuote, readQuoteVersion, requireOwnQuote } from './read-quote.ts'
import { discardQuoteDraft, saveQuoteDraft } from './save-draft.ts'
import { sendQuote, withdrawQuote } from './send-quote.ts'
import { createQuoteLink } from './share-quote.ts'
import { answerSharedQuote, readSharedQuote } from './shared-quote.ts'

/** An editor saves at most about once every 2 s. */
const savesPerAgent: RateLimit = { max: 2400, windowSeconds: 3600 }
/** Each request stores a link or a mail. */
const sendsPerAgent: RateLimit = { max: 200, windowSeconds: 3600 }
/** A secret of 256 bits cannot be guessed; this limits the load. */
const readsPerAddress: RateLimit = { max: 120, windowSeconds: 600 }
/** Each answer mails the agent. */
const answersPerAddress: RateLimit = { max: 20, windowSeconds: 3600 }

export function addQuoteRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { config: Config; jobs: JobQueue; sendMail: SendMail; queueMail: QueueMail },
): void {
  const { addRoute, database, jobs, queueMail, config } = deps
  const useCase = { database, jobs, queueMail, publicUrl: config.publicUrl }
  handleQuoteMails({ ...deps, publicUrl: config.publicUrl, log: logInContext(app.log) })

  /**
   * Counts a request about a quote of the caller. A request about another agent's quote is rejected and not counted.
   */
  const countSend = async (by: { userId: string; quoteId: string }) => {
    await requireOwnQuote(database.kysely, by)
    await hitRateLimit(database, { key: `quotes of ${by.userId}`, ...sendsPerAgent })
  }

  addRoute(quotes.getPurchaseQuote, async ({ caller, params }) => {
    const by = { userId: caller.userId, purchaseId: params.id }
    return { data: { quote: await readPurchaseQuote(database.kysely, by) } }
  })

  addRoute(quotes.openQuoteDraft, async ({ caller, params }) => {
    const by = { userId: caller.userId, purchaseId: params.id }
    await readPurchaseQuote(database.kysely, by)
    await hitRateLimit(database, { key: `quotes of ${caller.userId}`, ...sendsPerAgent })
    return { data: await openQuoteDraft(database, by) }
  })

  addRoute(quotes.getQuote, async ({ caller, params }) => ({
    data: await readQuote(database.kysely, { userId: caller.userId, quoteId: params.id }),
  }))

  addRoute(quotes.getQuoteVersion, async ({ caller, params }) => ({
    data: await readQuoteVersion(database.kysely, {
      userId: caller.userId,
      quoteId: params.id,
      version: params.version,
    }),
  }))

  addRoute(quotes.saveQuoteDraft, async ({ caller, params, body }) => {
    const by = { userId: caller.userId, quoteId: params.id }
    await requireOwnQuote(database.kysely, by)
    await hitRateLimit(database, { key: `quote drafts of ${caller.userId}`, ...savesPerAgent })
    return { data: await saveQuoteDraft(database, by, body) }
  })

  addRoute(quotes.discardQuoteDraft, async ({ caller, params }) => {
    await discardQuoteDraft(database, { userId: caller.userId, quoteId: params.id })
    return {}
  })

  addRoute(quotes.sendQuote, async ({ caller, params, body }) => {
    const by = { userId: caller.userId, quoteId: params.id }
    await countSend(by)
    return { data: await sendQuote(useCase, { ...by, revision: body.revision }) }
  })

  addRoute(quotes.createQuoteLink, async ({ caller, params }) => {
    const by = { userId: caller.userId, quoteId: params.id }
    await countSend(by)
    return { data: await createQuoteLink(useCase, by) }
  })

  addRoute(quotes.mailQuote, async ({ caller, params }) => {
    const by = { userId: caller.userId, quoteId: params.id }
    await countSend(by)
    return { data: await mailQuote(useCase, by) }
  })

  addRoute(quotes.withdrawQuote, async ({ caller, params }) => ({
    data: await withdrawQuote(database, { userId: caller.userId, quoteId: params.id }),
  }))

  addRoute(
    quotes.readSharedQuote,
    { beforeBody: limitByAddress(deps, 'sharedQuote', readsPerAddress) },
    async ({ body }) => ({ data: await readSharedQuote(database, body.secret) }),
  )

  addRoute(
    quotes.answerSharedQuote,
    { beforeBody: limitByAddress(deps, 'quoteAnswer', answersPerAddress) },
    async ({ body: { secret, ...answer } }) => {
      await answerSharedQuote(useCase, secret, answer)
      return {}
    },
  )
}
