import type { Lead, LeadPage } from '@raahi/contract/leads'
import { useState } from 'react'
import type { LeadFilters } from '../lead-filters.ts'

/** A lead that was bought on the page of leads that is shown, and its place on it, from 0. */
export interface BoughtHere {
  lead: Lead
  place: number
}

/**
 * The page as the agent left it when buying: a bought lead keeps its place with its contact, also where the present
 * filters would no longer find it, or the page was read before the purchase.
 * @param bought in the order of the purchases
 */
export function withBought(leads: readonly Lead[], bought: readonly BoughtHere[]): readonly Lead[] {
  if (bought.length === 0) return leads
  const known = new Map(bought.map(({ lead }) => [lead._id, lead]))
  const present = leads.map((lead) =>
    lead.satatus === 'buy' ? (known.get(lead._id) ?? lead) : lead,
  )
  const ids = new Set(present.map(({ _id }) => _id))
  const gone = bought.filter(({ lead }) => !ids.has(lead._id)).sort((a, b) => a.place - b.place)
  for (const { lead, place } of gone) present.splice(place, 0, lead)
  return present
}

const nothing: readonly BoughtHere[] = []

/**
 * What the agent has bought since the filters and the page were last changed.
 * @param filters another object whenever the address changes
 * @param page what is listed now
 * @returns what was bought, and what takes a lead in once it is bought
 */
export function useBoughtHere(
  filters: LeadFilters,
  page: LeadPage | undefined,
): [readonly BoughtHere[], (lead: Lead) => void] {
  const [state, setState] = useState({ filters, bought: nothing })
  const bought = state.filters === filters ? state.bought : nothing
  const keep = (lead: Lead) => {
    const shown = withBought(page?.leads ?? [], bought)
    const place = shown.findIndex(({ _id }) => _id === lead._id)
    // The agent has gone on to another page while the purchase ran.
    if (place < 0) return
    setState({ filters, bought: [...bought, { lead, place }] })
  }
  return [bought, keep]
}
