import { travellerFields, wishNames } from '@raahi/contract/enquiry-form'
import { expect, it } from 'vitest'
import { listTripKinds } from './format-lead.ts'

const trip = {
  tripType: 'Family',
  leadType: 'domestic',
  budgetPerPerson: null,
  priority: null,
} as const

it.each(wishNames)(
  'cards show the wish %s, so that a new field of a lead is not forgotten',
  (name) => {
    const [[value, label]] = travellerFields[name].options as [[string, string]]
    const texts = listTripKinds({ ...trip, [name]: value }).map((kind) => kind.value)
    expect(texts).toContainEqual(expect.stringContaining(label))
    expect(texts).toHaveLength(listTripKinds(trip).length + 1)
  },
)
