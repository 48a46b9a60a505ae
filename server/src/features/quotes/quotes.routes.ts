import * as quotes from '@raahi/contract/quotes'
import type { Config } from '../../config/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { hitRateLimit, limitByAddress, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { SendMail } from '../../platform/mail/send-mail.ts'
import { type LeadScope, leadScopeOf } from '../leads/public/lead-scope.ts'
import { readLastQuote } from './last-quote.ts'
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

type Deps = RouteDeps & {
  config: Config
  jobs: JobQueue
  sendMail: SendMail
  queueMail: QueueMail
  log: Log
}
type OfCaller = { caller: Caller; params: { id: string } }

const purchaseOf = ({ caller, params }: OfCaller) => ({
  ...leadScopeOf(caller),
  purchaseId: params.id,
})
const quoteOf = ({ caller, params }: OfCaller) => ({
  ...leadScopeOf(caller),
  quoteId: params.id,
})

export function addQuoteRoutes(deps: Deps): void {
  const { publicUrl } = deps.config
  handleQuoteMails({ ...deps, publicUrl })
  addDraftRoutes(deps)
  addSentQuoteRoutes({ ...deps, publicUrl })
  addTravellerRoutes({ ...deps, publicUrl })
}

function addDraftRoutes({ addRoute, database }: Deps): void {
  addRoute(quotes.getLastQuote, async (call) => ({
    data: { quote: await readLastQuote(database.kysely, quoteOf(call)) },
  }))

  addRoute(quotes.getPurchaseQuote, async (call) => ({
    data: { quote: await readPurchaseQuote(database.kysely, purchaseOf(call)) },
  }))

  addRoute(quotes.openQuoteDraft, async (call) => {
    const by = purchaseOf(call)
    await readPurchaseQuote(database.kysely, by)
    await hitRateLimit(database, { key: `quotes of ${by.userId}`, ...sendsPerAgent })
    return { data: await openQuoteDraft(database, by) }
  })

  addRoute(quotes.saveQuoteDraft, async (call) => {
    const by = quoteOf(call)
    await requireOwnQuote(database.kysely, by)
    await hitRateLimit(database, { key: `quote drafts of ${by.userId}`, ...savesPerAgent })
    return { data: await saveQuoteDraft(database, by, call.body) }
  })

  addRoute(quotes.discardQuoteDraft, async (call) => {
    await discardQuoteDraft(database, quoteOf(call))
    return {}
  })
}

function addSentQuoteRoutes(deps: Deps & { publicUrl: string }): void {
  const { addRoute, database } = deps

  /**
   * Counts a request about a quote of the caller. A request about another agent's quote is rejected and not counted.
   */
  const countSend = async (by: LeadScope & { quoteId: string }) => {
    await requireOwnQuote(database.kysely, by)
    await hitRateLimit(database, { key: `quotes of ${by.userId}`, ...sendsPerAgent })
  }

  addRoute(quotes.getQuote, async (call) => ({
    data: await readQuote(database.kysely, quoteOf(call)),
  }))

  addRoute(quotes.getQuoteVersion, async (call) => ({
    data: await readQuoteVersion(database.kysely, {
      ...quoteOf(call),
      version: call.params.version,
    }),
  }))

  addRoute(quotes.sendQuote, async (call) => {
    const by = quoteOf(call)
    await countSend(by)
    return { data: await sendQuote(deps, { ...by, revision: call.body.revision }) }
  })

  addRoute(quotes.createQuoteLink, async (call) => {
    const by = quoteOf(call)
    await countSend(by)
    return { data: await createQuoteLink(deps, by) }
  })

  addRoute(quotes.mailQuote, async (call) => {
    const by = quoteOf(call)
    await countSend(by)
    return { data: await mailQuote(deps, by) }
  })

  addRoute(quotes.withdrawQuote, async (call) => ({
    data: await withdrawQuote(database, quoteOf(call)),
  }))
}

/** The routes of the traveller's link, which need no login. */
function addTravellerRoutes(deps: Deps & { publicUrl: string }): void {
  const { addRoute, database } = deps

  addRoute(
    quotes.readSharedQuote,
    { beforeBody: limitByAddress(deps, 'sharedQuote', readsPerAddress) },
    async ({ body }) => ({ data: await readSharedQuote(database, body.secret) }),
  )

  addRoute(
    quotes.answerSharedQuote,
    { beforeBody: limitByAddress(deps, 'quoteAnswer', answersPerAddress) },
    async ({ body: { secret, ...answer } }) => {
      await answerSharedQuote(deps, secret, answer)
      return {}
    },
  )
}
