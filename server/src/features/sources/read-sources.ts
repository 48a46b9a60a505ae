import type { Answer } from '@raahi/contract/endpoint'
import { rupeesFromPaise } from '@raahi/contract/money'
import { minSourceFigures } from '@raahi/contract/source-labels'
import { type getSource, maxArrivals, maxSourceCosts, type Source } from '@raahi/contract/sources'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { enquiryLabel } from '../enquiries/public/enquiry-response.ts'
import { findArrivals } from './arrivals.queries.ts'
import { countReports } from './meta-leads.queries.ts'
import type { Meta } from './open-meta.ts'
import { findQuestions } from './questions.queries.ts'
import {
  findConsents,
  findCosts,
  findSources,
  type Period,
  type SourceRow,
} from './sources.queries.ts'

/** All sources, the built-in ones first. */
export async function listSources({ kysely }: Database, period: Period): Promise<Source[]> {
  return (await findSources(kysely, period)).map(toSource)
}

/** @throws ApiFailure SOURCE_NOT_FOUND */
export async function readSource(
  { kysely }: Database,
  meta: Meta | undefined,
  { id, period }: { id: string; period: Period },
): Promise<Answer<typeof getSource>> {
  const [row] = await findSources(kysely, period, id)
  if (!row) throw new ApiFailure('SOURCE_NOT_FOUND')
  const consents = await findConsents(kysely, id)
  const arrivals = await findArrivals(kysely, id, maxArrivals)
  const costs = await findCosts(kysely, id, maxSourceCosts)
  return {
    ...toSource(row),
    consents: consents.map(({ version, text, created_at }) => ({
      version,
      text,
      since: created_at.toISOString(),
    })),
    questions: await findQuestions(kysely, id),
    meta:
      row.kind === 'meta-ads'
        ? { mode: meta?.mode ?? 'off', ...(await countReports(kysely, id)) }
        : null,
    arrivals: arrivals.map((arrival) => ({
      _id: arrival.id,
      at: arrival.created_at.toISOString(),
      outcome: arrival.outcome,
      code: arrival.code,
      fields: arrival.fields,
      reference: arrival.number === null ? null : enquiryLabel(arrival.number),
    })),
    costs: costs.map(({ day, amount_paise }) => ({ day, amount: rupeesFromPaise(amount_paise) })),
  }
}

function toSource(row: SourceRow): Source {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    state: row.state,
    dailyLimit: row.daily_limit,
    leadType: row.lead_type,
    tripType: row.trip_type,
    publishAtOnce: row.publish_at_once,
    metaPageId: row.meta_page_id,
    metaFormId: row.meta_form_id,
    domains: row.embed_domains,
    createdAt: row.created_at.toISOString(),
    lastArrivalAt: row.last_arrival_at?.toISOString() ?? null,
    isSilent: row.is_silent,
    figures: figuresOf(row),
  }
}

function figuresOf(row: SourceRow): Source['figures'] {
  const { received, duplicates, rejected, published, sold, returned, cost_paise, seconds_to_sale } =
    row
  const netPaise = row.revenue_paise - row.refunds_paise
  return {
    received,
    duplicates,
    rejected,
    published,
    sold,
    returned,
    revenue: rupeesFromPaise(row.revenue_paise),
    net: rupeesFromPaise(netPaise),
    medianMinutesToSale:
      sold < minSourceFigures || seconds_to_sale === null ? null : Math.round(seconds_to_sale / 60),
    cost: rupeesFromPaise(cost_paise),
    netPerRupee:
      received < minSourceFigures || cost_paise === 0
        ? null
        : Math.round((netPaise / cost_paise) * 100) / 100,
  }
}
