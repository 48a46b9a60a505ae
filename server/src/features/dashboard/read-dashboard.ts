import type { getDashboard } from '@raahi/contract/dashboard'
import type { Answer } from '@raahi/contract/endpoint'
import type { Database } from '../../platform/database/connect.ts'
import {
  countAgents,
  countLeads,
  findTopDestinations,
  type LeadCount,
} from './dashboard.queries.ts'

/** Destinations shown on the dashboard. */
const topDestinations = 4

/** Figures of the admin dashboard. Deleted leads are not counted; suspended agents are. */
export async function readDashboard(database: Database): Promise<Answer<typeof getDashboard>> {
  const counts = await countLeads(database)
  const sum = (matches: (row: LeadCount) => boolean) =>
    counts.filter(matches).reduce((total, row) => total + row.n, 0)
  return {
    totalLeads: sum(() => true),
    totalInternational: sum((row) => row.lead_type === 'international'),
    totalDomestic: sum((row) => row.lead_type === 'domestic'),
    totalUser: await countAgents(database),
    totalAvailableLeads: sum((row) => row.status === 'buy' && !row.is_expired),
    totalSoldLeads: sum((row) => row.status === 'sold'),
    topDestinations: await findTopDestinations(database, topDestinations),
  }
}
