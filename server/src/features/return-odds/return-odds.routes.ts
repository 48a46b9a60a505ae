import { getLeadOdds, getReturnOdds } from '@raahi/contract/return-odds'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { findLeadOdds, findReturnOdds } from './return-odds.queries.ts'

export function addReturnOddsRoutes({ addRoute, database }: RouteDeps): void {
  const { kysely } = database

  addRoute(getReturnOdds, async () => ({
    data: { computed: await findReturnOdds(kysely) },
  }))

  addRoute(getLeadOdds, async ({ params }) => {
    const found = await findLeadOdds(kysely, params.id)
    if (found === undefined) throw new ApiFailure('LEAD_NOT_FOUND')
    const odds = found && {
      purchases: found.purchases,
      perHundred: Math.round(100 * found.odds),
    }
    return { data: { odds } }
  })
}
