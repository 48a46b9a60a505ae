import type { Lead } from '@raahi/contract/leads'
import { expect, it } from 'vitest'
import { insertBoughtLeads } from './leads-bought-on-page.ts'

const lead = (_id: string, fields: Partial<Lead> = {}) =>
  ({ _id, satatus: 'buy', phone: null, ...fields }) as Lead
const bought = (_id: string, position: number) => ({
  lead: lead(_id, { satatus: 'sold', phone: '+919812345678' }),
  position,
})
const shown = (leads: readonly Lead[]) => leads.map(({ _id, phone }) => _id + (phone ? '!' : ''))

it('keeps the positions of bought leads, on a page read before the purchase and on a page without them', () => {
  const [a, b, c, d] = [lead('a'), lead('b'), lead('c'), lead('d')]
  expect(shown(insertBoughtLeads([a, b, c, d], [bought('c', 2)]))).toEqual(['a', 'b', 'c!', 'd'])
  // The agent bought c, then a. The filters exclude both now, and a later lead has moved up.
  const both = [bought('c', 2), bought('a', 0)]
  expect(shown(insertBoughtLeads([b, d, lead('e')], both))).toEqual(['a!', 'b', 'c!', 'd', 'e'])
  expect(shown(insertBoughtLeads([], [bought('a', 0)]))).toEqual(['a!'])
})

it('shows the data of the server for a lead that it lists as sold', () => {
  const read = lead('a', { satatus: 'sold', phone: '+919800000000', replacementStatus: 'pending' })
  expect(insertBoughtLeads([read], [bought('a', 0)])).toEqual([read])
})
