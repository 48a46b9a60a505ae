import type { Enquiry } from '@raahi/contract/enquiries'
import { describe, expect, it } from 'vitest'
import { readFilters } from '../../../lib/list-filters.ts'
import { enquiryAddress } from '../../lead-facts/public/lead-address.ts'
import { leadTypeHint, qualityHints } from '../enquiry-labels.ts'
import { enquiryFilters } from './enquiry-filters.ts'

it('links to one enquiry in every status', () => {
  const { searchParams } = new URL(enquiryAddress('RQ-000012'), 'http://localhost')
  const filters = readFilters(enquiryFilters, searchParams)
  expect(filters).toMatchObject({ status: 'all', search: 'RQ-000012' })
})

it('calls the lead type proposed only while destination and type are unchanged', () => {
  const bali = { leadType: null, destination: 'Bali' } as const
  const hint = (destination: string, leadType: 'domestic' | 'international' | '') =>
    leadTypeHint(bali, { destination, leadType })
  expect(hint('Bali', 'international')).toMatch(/^Proposed from the destination\./)
  expect(hint('Goa', 'international')).toBe('The traveller did not say.')
  expect(hint('Bali', 'domestic')).toBe('The traveller did not say.')
  expect(hint('Bali', '')).toBe('The traveller did not say. Please choose.')
  const said = { leadType: 'domestic', destination: 'Goa' } as const
  expect(leadTypeHint(said, { destination: 'Goa', leadType: 'domestic' })).toBeUndefined()
})

describe('the quality of an enquiry', () => {
  const hints = (quality: Partial<Enquiry['quality']>) =>
    qualityHints({
      quality: {
        complete: true,
        missing: [],
        plausiblePhone: true,
        plausibleEmail: true,
        ...quality,
      },
    })

  it('is good if all fields are filled in and plausible', () => {
    expect(hints({}).map(({ good }) => good)).toEqual([true, true, true])
  })

  it('names the missing fields, and judges phone and email separately', () => {
    const doubtful = hints({
      complete: false,
      missing: ['city', 'travelDate', 'members'],
      plausiblePhone: false,
      plausibleEmail: false,
    })
    expect(doubtful).toEqual([
      { good: false, text: 'Missing: city, travel date, number of travellers' },
      { good: false, text: 'Phone looks fake', isContact: true },
      { good: false, text: 'Email domain looks wrong', isContact: true },
    ])
  })

  it('has no hint about the mail domain if no email was given', () => {
    expect(hints({ plausibleEmail: null })).toHaveLength(2)
  })
})
