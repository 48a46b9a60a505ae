import { statusOf } from '@raahi/contract/lead-status'
import type { Lead, LeadPage } from '@raahi/contract/leads'
import { useState } from 'react'
import type { LeadFilters } from '../../lead-facts/public/lead-filters.ts'

/** A lead that was bought on the shown page, and its position on the page, from 0. */
export interface LeadBoughtOnPage {
  lead: Lead
  position: number
}

/**
 * The leads of a page with those that were bought on it. A bought lead keeps its position and shows its contact, even
 * if the filters no longer match it or the page was read before the purchase.
 * @param bought in the order of the purchases
 */
export function insertBoughtLeads(
  leads: readonly Lead[],
  bought: readonly LeadBoughtOnPage[],
): readonly Lead[] {
  if (bought.length === 0) return leads
  const known = new Map(bought.map(({ lead }) => [lead._id, lead]))
  const present = leads.map((lead) =>
    statusOf(lead) === 'buy' ? (known.get(lead._id) ?? lead) : lead,
  )
  const ids = new Set(present.map(({ _id }) => _id))
  const missing = bought
    .filter(({ lead }) => !ids.has(lead._id))
    .sort((a, b) => a.position - b.position)
  for (const { lead, position } of missing) present.splice(position, 0, lead)
  return present
}

const nothing: readonly LeadBoughtOnPage[] = []

/**
 * The leads that the agent has bought since the filters or the page last changed.
 * @param filters a new object whenever the address changes
 * @param page the page that is shown
 * @returns the bought leads, and a function that adds one
 */
export function useLeadsBoughtOnPage(
  filters: LeadFilters,
  page: LeadPage | undefined,
): [readonly LeadBoughtOnPage[], (lead: Lead) => void] {
  const [state, setState] = useState({ filters, bought: nothing })
  const bought = state.filters === filters ? state.bought : nothing
  const add = (lead: Lead) => {
    const shown = insertBoughtLeads(page?.leads ?? [], bought)
    const position = shown.findIndex(({ _id }) => _id === lead._id)
    // The agent has opened another page during the purchase.
    if (position < 0) return
    setState({ filters, bought: [...bought, { lead, position }] })
  }
  return [bought, add]
}
