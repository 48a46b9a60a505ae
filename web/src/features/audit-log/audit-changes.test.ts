import { describe, expect, it } from 'vitest'
import { listChanges } from './audit-changes.ts'
import { actionLabel, fieldName, formatAction } from './audit-labels.ts'

describe('the changes of an audit log entry', () => {
  it('are the fields that differ, with formatted money and dates and without empty earlier values', () => {
    const before = {
      id: '0190f3c8-0000-7000-8000-00000000abcd',
      name: 'Asha',
      price_paise: 5000,
      travel_date: '2026-02-09',
      sold_at: null,
      updated_at: '2026-01-01T00:00:00Z',
      trip_type: 'Family',
    }
    const after = {
      ...before,
      price_paise: 1_00_000_50,
      travel_date: '2026-12-31',
      sold_at: '2026-02-09T10:35:00.123Z',
      updated_at: '2026-01-02T00:00:00Z',
      trip_type: 'Senior_Citizen',
    }
    expect(listChanges({ before, after })).toEqual([
      { field: 'Price', before: '₹50', after: '₹1,00,000.50' },
      { field: 'Travel date', before: '09-02-2026', after: '31-12-2026' },
      { field: 'Sold at', before: null, after: '09-02-2026 04:05 PM' },
      { field: 'Trip type', before: 'Family', after: 'Senior Citizen' },
    ])
  })

  it('are all fields of a created or deleted record, without ids', () => {
    const record = { userId: '0190f3c8-0000-7000-8000-00000000abcd', amountPaise: 0, open: true }
    expect(listChanges({ before: null, after: record })).toEqual([
      { field: 'Amount', before: null, after: '₹0' },
      { field: 'Open', before: null, after: 'Yes' },
    ])
    expect(listChanges({ before: record, after: null })).toHaveLength(2)
    expect(listChanges({ before: null, after: null })).toEqual([])
  })

  it('group the digits of phones, and shorten ids inside other values', () => {
    const after = {
      phone: '+919876543210',
      parts: { order: '0190f3c8-0000-7000-8000-00000000abcd' },
    }
    expect(listChanges({ before: null, after }).map((change) => change.after)).toEqual([
      '+91 98765 43210',
      'Order: 0000abcd',
    ])
  })

  it('show a removed field as emptied, and an added field with its value alone', () => {
    expect(listChanges({ before: { city: 'Pune' }, after: { email: 'a@b.in' } })).toEqual([
      { field: 'City', before: 'Pune', after: '—' },
      { field: 'Email', before: null, after: 'a@b.in' },
    ])
  })
})

it('shows the label of a replacement reason', () => {
  const after = { reasonCode: 'wrong-number', reasonText: 'No such number.' }
  expect(listChanges({ before: null, after })).toEqual([
    { field: 'Reason', before: null, after: 'Wrong number' },
    { field: 'Note', before: null, after: 'No such number.' },
  ])
})

describe('the labels of the audit log', () => {
  it('name a field in plain words, from its database name or its API name', () => {
    expect(['company_name', 'companyName', 'cost_paise', 'leadQuota'].map(fieldName)).toEqual([
      'Company name',
      'Company name',
      'Cost',
      'Number of leads',
    ])
  })

  it('name an action, and spell out one without a label', () => {
    expect(formatAction('user.suspend')).toBe('Suspended')
    expect(formatAction('late-refund.mark-paid')).toBe('Late refund: mark paid')
    expect(actionLabel('wallet.recharge')).toBe('Added money to a wallet')
    expect(formatAction('wallet.correct')).toBe('Corrected a recharge of the wallet of')
    expect(actionLabel('wallet.correct')).toBe('Corrected a recharge of a wallet')
    expect(actionLabel('personal-data.erase')).toBe('Erased personal data')
    expect(actionLabel('user.update')).toBe('Updated the account')
  })
})
