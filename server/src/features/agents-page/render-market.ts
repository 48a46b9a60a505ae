import { formatPaise } from '@raahi/contract/formats'
import type { PlanType } from '@raahi/contract/plans'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import type { PlanRow } from '../plans/public/plans.queries.ts'
import type { LeadPrices, SampleLeadRow } from './agents-page.queries.ts'

/** The current data that the page for agents shows. */
export interface Market {
  prices: LeadPrices
  plans: readonly PlanRow[]
  /** Their destinations are names of the list of places. */
  leads: readonly (SampleLeadRow & { destination: string; price_paise: number })[]
}

/** HTML of the prices, plans and leads. Its styles are those of web/src/features/site/agents-market.module.css. */
export function renderMarket({ prices, plans, leads }: Market): string {
  return `<section><h2>What a lead costs today</h2>${renderPrices(prices)}</section>
<section><h2>Plans</h2>${renderPlans(plans)}</section>
<section><h2>On sale right now</h2>${renderLeads(leads)}</section>`
}

export const marketUnavailable =
  '<section><h2>Prices, plans and leads</h2><p>We cannot show them right now. Please reload the page in a minute.</p></section>'

function renderPrices({ domestic, international, isFalling }: LeadPrices): string {
  const priced = [
    [domestic, 'for a trip within India'],
    [international, 'for a trip abroad'],
  ] as const
  const items = priced
    .filter(([paise]) => paise !== null)
    .map(([paise, text]) => `<li><strong>${formatPaise(paise ?? 0)}</strong> ${text}</li>`)
  if (items.length === 0) {
    return '<p>We are still setting our prices. You will always see the price before you buy.</p>'
  }
  return `<ul data-list="prices">${items.join('')}</ul><p>You pay from your wallet, only for the leads that you pick.${isFalling ? ' Leads that were not sold for some time cost less.' : ''}</p>`
}

const planLeads: Record<PlanType, string> = {
  domestic: 'domestic',
  international: 'international',
  both: 'domestic or international',
}

function renderPlans(plans: Market['plans']): string {
  if (plans.length === 0) {
    return '<p>There is no plan on offer at the moment. You pay for each lead from your wallet.</p>'
  }
  const items = plans.map((plan) => {
    const leads = plan.lead_quota === 1 ? 'lead' : 'leads'
    const days = plan.validity_days === 1 ? '1 day' : `${plan.validity_days} days`
    const description = plan.description && `<p>${escapeHtml(plan.description)}</p>`
    return `<li><h3>${escapeHtml(plan.name)}</h3><p><strong>${plan.price_paise === 0 ? 'Free' : formatPaise(plan.price_paise)}</strong></p>
<p>${plan.lead_quota} ${planLeads[plan.type]} ${leads} in ${days}</p>${description}</li>`
  })
  return `<ul data-list="plans">${items.join('')}</ul>`
}

function renderLeads(leads: Market['leads']): string {
  if (leads.length === 0) {
    return '<p>No lead to show at this moment. New enquiries come in through the day; log in to see them first.</p>'
  }
  const items = leads.map((lead) => {
    const facts = [
      lead.travel_month ?? 'Dates open',
      lead.travel_days > 0 && `${lead.travel_days} ${lead.travel_days === 1 ? 'day' : 'days'}`,
      lead.travellers > 0 &&
        `${lead.travellers} ${lead.travellers === 1 ? 'traveller' : 'travellers'}`,
      lead.trip_type !== 'Others' && lead.trip_type.replaceAll('_', ' '),
    ].filter(Boolean)
    return `<li><h3>${escapeHtml(lead.destination)}</h3><p>${escapeHtml(facts.join(' · '))}</p><p><strong>${formatPaise(lead.price_paise)}</strong></p></li>`
  })
  return `<ul data-list="leads">${items.join('')}</ul><p>Names, cities and contact details are left out here. Agents see the city once they log in, and the phone number once they buy.</p>`
}
