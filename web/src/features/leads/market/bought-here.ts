import type { Lead, LeadPage } from '@raahi/contract/leads'
import { useState } from 'react'
import type { LeadFilters } from '../../lead-facts/public/lead-filters.ts'

/** A lead that was bought on the shown page, and its position on the page, from 0. */
export interface BoughtHere {
  lead: Lead
  place: number
}

/**
 * The leads of a page with those that were bought on it. A bought lead keeps its position and shows its contact, even
 * if the filters no longer match it or the page was read before the purchase.
 * @param bought in the order of the purchases
 */
export function insertBoughtLeads(
  leads: readonly Lead[],
  bought: readonly BoughtHere[],
): readonly Lead[] {
  if (bought.length === 0) return leads
  const known = new Map(bought.map(({ lead }) => [lead._id, lead]))
  const present = leads.map((lead) =>
    lead.satatus === 'buy' ? (known.get(lead._id) ?? lead) : lead,
  )
  const ids = new Set(present.map(({ _id }) => _id))
  const missing = bought.filter(({ lead }) => !ids.has(lead._id)).sort((a, b) => a.place - b.place)
  for (const { lead, place } of missing) present.splice(place, 0, lead)
  return present
}

const nothing: readonly BoughtHere[] = []

/**
 * The leads that the agent has bought since the filters or the page last changed.
 * @param filters a new object whenever the address changes
 * @param page the page that is shown
 * @returns the bought leads, and a function that adds one
 */
export function useBoughtHere(
  filters: LeadFilters,
  page: LeadPage | undefined,
): [readonly BoughtHere[], (lead: Lead) => void] {
  const [state, setState] = useState({ filters, bought: nothing })
  const bought = state.filters === filters ? state.bought : nothing
  const keep = (lead: Lead) => {
    const shown = insertBoughtLeads(page?.leads ?? [], bought)
    const place = shown.findIndex(({ _id }) => _id === lead._id)
    // The agent has opened another page during the purchase.
    if (place < 0) return
    setState({ filters, bought: [...bought, { lead, place }] })
  }
  return [bought, keep]
}
