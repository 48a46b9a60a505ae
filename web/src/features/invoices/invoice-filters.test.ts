import { describe, expect, it } from 'vitest'
import { countInvoiceFilters, readInvoiceFilters, writeInvoiceFilters } from './invoice-filters.ts'

const read = (address: string) => readInvoiceFilters(new URLSearchParams(address))

describe('the filters of invoices in the address', () => {
  it('are read back as they were written', () => {
    const address = 'kind=credit_note&search=RA%2F26-27&from=2026-04-01&to=2026-06-30&page=3'
    expect(writeInvoiceFilters(read(address)).toString()).toBe(address)
    expect(countInvoiceFilters(read(address))).toBe(4)
  })

  it('are left out where they are not set', () => {
    expect(writeInvoiceFilters(read('')).toString()).toBe('')
    expect(countInvoiceFilters(read('page=4'))).toBe(0)
  })

  it.each([
    'kind=receipt',
    'from=2026-02-31x',
    'to=tomorrow',
    'page=0',
    `search=${'x'.repeat(61)}`,
  ])('are dropped where they are none: %s', (address) => {
    expect(writeInvoiceFilters(read(`${address}&kind=invoice`)).get('page')).toBeNull()
    expect(read(`${address}`)).toEqual(read(''))
  })
})
