import type { KycCheck } from '@raahi/contract/kyc'
import { expect, it } from 'vitest'
import { listKycChanges } from './kyc-changes.ts'

const before: KycCheck = {
  status: 'submitted',
  version: 1,
  document: { name: 'pan.pdf', type: 'application/pdf' },
  submittedAt: '2026-11-01T10:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  reason: null,
  user: {
    _id: '0199a000-0000-7000-8000-000000000001',
    name: 'Asha Rao',
    email: 'asha@example.com',
    emailConfirmed: true,
    phone: '+919876543210',
    city: 'Pune',
    companyName: 'Asha Travels',
    gstin: null,
    billingState: null,
    billingAddress: null,
    createdAt: '2026-10-01T10:00:00.000Z',
  },
}

it('lists the new document, the decision of another admin and each changed field', () => {
  const after: KycCheck = {
    ...before,
    status: 'rejected',
    version: 4,
    document: { name: 'better.pdf', type: 'application/pdf' },
    submittedAt: '2026-11-02T10:00:00.000Z',
    decidedAt: '2026-11-02T11:00:00.000Z',
    decidedBy: 'Ravi Shah',
    user: { ...before.user, companyName: 'Asha Tours', gstin: '27AAPFU0939F1ZV' },
  }
  expect(listKycChanges(before, after)).toEqual([
    { label: 'New document', to: 'better.pdf' },
    { label: 'Rejected by', to: 'Ravi Shah' },
    { label: 'Agency', from: 'Asha Travels', to: 'Asha Tours' },
    { label: 'GSTIN', from: 'none', to: '27AAPFU0939F1ZV' },
  ])
  expect(listKycChanges(before, { ...before, version: 2 })).toEqual([])
})
