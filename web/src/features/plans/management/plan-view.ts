import { type OfferFilters, readOfferFilters, writeOfferFilters } from '../offer-filters.ts'

/** What of the catalogue an admin sees and how, as it stands in the address. */
export interface PlanView extends OfferFilters {
  /** How the plans are laid out where there is room for a table. */
  layout: 'table' | 'cards'
}

/** Reads it from the address; a value that isn't one is dropped. */
export function readPlanView(params: URLSearchParams): PlanView {
  return {
    ...readOfferFilters(params),
    layout: params.get('view') === 'cards' ? 'cards' : 'table',
  }
}

/** Writes it for the address: what is usual is left out. */
export function writePlanView({ layout, ...filters }: PlanView): URLSearchParams {
  const params = writeOfferFilters(filters)
  if (layout === 'cards') params.set('view', layout)
  return params
}
