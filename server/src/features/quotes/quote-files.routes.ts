import * as quotes from '@raahi/contract/quotes'
import type { Config } from '../../config/index.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { createBoundedQueue } from '../../platform/http/bounded-queue.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, limitByAddress, type RateLimit } from '../../platform/http/rate-limit.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { leadScopeOf } from '../leads/public/lead-scope.ts'
import { readLogo } from './agency-logo.ts'
import { toVersion } from './quote-response.ts'
import { findVersions, type QuotedPurchaseRow, type QuoteVersionRow } from './quotes.queries.ts'
import { requireOwnQuote } from './read-quote.ts'
import { findOpenSharedQuote, findSharedQuote } from './shared-quote.ts'

/** The longest Hindi texts take 1 to 2 s of CPU time, in parts between which the process serves other requests. */
const drawingsPerUser: RateLimit = { max: 30, windowSeconds: 600 }
const drawingsPerAddress: RateLimit = { max: 20, windowSeconds: 600 }
const logosPerAddress: RateLimit = { max: 120, windowSeconds: 600 }

/** PDFs of quotes, and the logo on the traveller's page. */
export function addQuoteFileRoutes(deps: RouteDeps & { config: Config; files: FileStore }): void {
  const { addRoute, database } = deps
  const drawings = createBoundedQueue({ atOnce: 1, maxWaiting: 40, maxWaitingPerGroup: 4 })

  /** @param group the agent or the link, so that one of them cannot fill the queue */
  async function draw(
    row: QuoteVersionRow,
    { present, group }: { present: QuotedPurchaseRow | QuoteVersionRow; group: string },
  ): Promise<Buffer> {
    const version = toVersion(row, present)
    const logo = await readLogo(deps, row.status === 'draft' ? present.logo_id : row.logo_id)
    return drawings(
      async () => {
        // Library and fonts are loaded with the first PDF, so that the process starts faster.
        const { drawQuotePdf } = await import('./quote-pdf.ts')
        return drawQuotePdf({ ...version, logo })
      },
      { group },
    )
  }

  addRoute(quotes.getQuotePdf, async ({ caller, params, reply }) => {
    const { userId } = caller
    const of = { ...leadScopeOf(caller), quoteId: params.id }
    const purchase = await requireOwnQuote(database.kysely, of)
    const versions = await findVersions(database.kysely, params.id)
    const row = versions.find(({ number }) => number === params.version)
    if (!row) throw new ApiFailure('QUOTE_NOT_FOUND')
    await hitRateLimit(database, { key: `quote PDFs of ${userId}`, ...drawingsPerUser })
    sendPdf(reply, await draw(row, { present: purchase, group: userId }), fileName(row))
    return responseSent
  })

  addRoute(
    quotes.getSharedQuotePdf,
    { beforeBody: limitByAddress(deps, 'quotePdf', drawingsPerAddress) },
    async ({ body, reply }) => {
      const row = await findOpenSharedQuote(database, body.secret)
      sendPdf(reply, await draw(row, { present: row, group: row.quote_id }), fileName(row))
      return responseSent
    },
  )

  addRoute(
    quotes.getSharedQuoteLogo,
    { beforeBody: limitByAddress(deps, 'quoteLogo', logosPerAddress) },
    async ({ body, reply }) => {
      const bytes = await readLogo(deps, (await findSharedQuote(database, body.secret)).logo_id)
      if (!bytes) throw new ApiFailure('FILE_NOT_FOUND')
      sendFile(reply, { bytes, name: 'logo.png', type: 'image/png' })
      return responseSent
    },
  )
}

const fileName = ({ status, number }: QuoteVersionRow) =>
  status === 'draft' ? 'quote-draft.pdf' : `quote-${number}.pdf`
