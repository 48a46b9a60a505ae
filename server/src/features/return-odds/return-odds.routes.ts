import { getLeadOdds, getReturnOdds } from '@raahi/contract/return-odds'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { addRoute, type RouteDeps } from '../../platform/http/route.ts'
import { findLeadOdds, findReturnOdds } from './return-odds.queries.ts'

export function addReturnOddsRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  const { kysely } = deps.database

  addRoute(app, deps, getReturnOdds, async () => ({
    data: { computed: await findReturnOdds(kysely) },
  }))

  addRoute(app, deps, getLeadOdds, async ({ params }) => {
    const found = await findLeadOdds(kysely, params.id)
    if (found === undefined) throw new ApiFailure('LEAD_NOT_FOUND')
    const odds = found && {
      purchases: found.purchases,
      perHundred: Math.round(100 * found.odds),
    }
    return { data: { odds } }
  })
}
