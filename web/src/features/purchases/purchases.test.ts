import { describe, expect, it } from 'vitest'
import { readFilters } from '../../lib/list-filters.ts'
import { whatsAppHref } from '../lead-facts/public/whats-app-href.ts'
import { purchaseFilters } from './purchase-filters.ts'

describe('the filters of the purchased leads', () => {
  it('drop values that the server would reject', () => {
    const params = new URLSearchParams(
      'replacementStatus=lost&startDate=2026-02-30&lead=17&search=goa',
    )
    expect(readFilters(purchaseFilters, params)).toMatchObject({
      search: 'goa',
      replacementStatus: undefined,
      startDate: undefined,
      lead: undefined,
    })
  })
})

describe('the link to WhatsApp', () => {
  it('keeps every character in the link', () => {
    const text = 'Goa & Hampi? 100% – हाँ\n#1'
    const href = whatsAppHref('+919812300001', text)
    expect(new URL(href).searchParams.get('text')).toBe(text)
    expect(whatsAppHref('+91 98123-00001')).toBe('https://wa.me/919812300001')
  })
})
