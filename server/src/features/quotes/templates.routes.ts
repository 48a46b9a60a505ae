import * as agencyLogo from '@raahi/contract/agency-logo'
import * as templates from '@raahi/contract/quote-templates'
import { readList } from '../../platform/database/read-list.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { readOwnLogo, removeAgencyLogo, setAgencyLogo } from './agency-logo.ts'
import { requireOwnQuote } from './read-quote.ts'
import {
  createQuoteTemplate,
  deleteQuoteTemplate,
  listQuoteTemplates,
  readQuoteTemplate,
  updateQuoteTemplate,
} from './templates.ts'

const changesPerAgent: RateLimit = { max: 200, windowSeconds: 3600 }
/** A picture has up to 5 MB and takes up to 2 s of CPU time. */
const logosPerAgent: RateLimit = { max: 30, windowSeconds: 3600 }

/** Templates of quotes, and the logo that quotes show. */
export function addQuoteTemplateRoutes(
  deps: RouteDeps & { files: FileStore; pictures: Pictures },
): void {
  const { addRoute, database } = deps
  const countChange = (userId: string) =>
    hitRateLimit(database, { key: `quote templates of ${userId}`, ...changesPerAgent })

  addRoute(templates.listQuoteTemplates, async (call) => ({
    data: await readList(database, call, (from) =>
      listQuoteTemplates(from.kysely, call.caller.agencyId),
    ),
  }))

  addRoute(templates.getQuoteTemplate, async ({ caller, params }) => ({
    data: await readQuoteTemplate(database.kysely, { userId: caller.agencyId, id: params.id }),
  }))

  addRoute(templates.createQuoteTemplate, async ({ caller: { agencyId: userId }, body }) => {
    await requireOwnQuote(database.kysely, { userId, quoteId: body.quoteId })
    await countChange(userId)
    return { data: await createQuoteTemplate(database, { userId, ...body }) }
  })

  addRoute(templates.updateQuoteTemplate, async ({ caller, params, body }) => {
    const of = { userId: caller.agencyId, id: params.id }
    await readQuoteTemplate(database.kysely, of)
    await countChange(caller.agencyId)
    return { data: await updateQuoteTemplate(database, of, body) }
  })

  addRoute(templates.deleteQuoteTemplate, async ({ caller, params }) => {
    await deleteQuoteTemplate(database, { userId: caller.agencyId, id: params.id })
    return {}
  })

  addRoute(
    agencyLogo.setAgencyLogo,
    {
      beforeBody: (_, { userId }) =>
        hitRateLimit(database, { key: `logos of ${userId}`, ...logosPerAgent }),
    },
    async ({ caller, file }) => {
      if (!file) throw new Error('the required file is missing')
      await setAgencyLogo(deps, caller.agencyId, file)
      return { data: { hasLogo: true } }
    },
  )

  addRoute(agencyLogo.removeAgencyLogo, async ({ caller }) => {
    await removeAgencyLogo(database, caller.agencyId)
    return { data: { hasLogo: false } }
  })

  addRoute(agencyLogo.getAgencyLogo, async ({ caller, reply }) => {
    const bytes = await readOwnLogo(deps, caller.agencyId)
    sendFile(reply, { bytes, name: 'logo.png', type: 'image/png' })
    return responseSent
  })
}
