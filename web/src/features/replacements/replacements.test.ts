import type { ReplacementRequest } from '@raahi/contract/replacements'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { requestFailureText } from './request-failure.ts'
import { paidText, requestHistoryText, returnText } from './request-labels.ts'

describe('the texts of a request', () => {
  const request = (changed: Partial<ReplacementRequest>) =>
    ({ planName: null, returned: null, returnedAmount: null, ...changed }) as ReplacementRequest

  it('name the payment, and what an approval returns or has returned', () => {
    const byWallet = request({
      paidWith: 'wallet',
      cost: 50.5,
      approvalReturns: { to: 'wallet', amount: 50.5 },
    })
    expect([paidText(byWallet), returnText(byWallet)]).toEqual([
      '₹50.50 from the wallet',
      '₹50.50 to the wallet',
    ])
    const byPlan = request({
      paidWith: 'plan',
      cost: 0,
      planName: 'Desh Starter',
      approvalReturns: null,
      returned: 'plan',
    })
    expect([paidText(byPlan), returnText(byPlan)]).toEqual([
      '1 lead from Desh Starter',
      '1 lead to the Desh Starter plan',
    ])
    expect(returnText({ ...byPlan, returned: 'wallet', returnedAmount: 44.9 })).toBe(
      '₹44.90 to the wallet',
    )
    expect(returnText({ ...byPlan, returned: null })).toBeNull()
  })

  it('name the number of earlier requests of the agent', () => {
    const asked = (requests: number, purchases: number, approved: number, rejected: number) =>
      requestHistoryText(request({ askedBefore: { requests, purchases, approved, rejected } }))
    expect(asked(1, 1, 0, 0)).toBe('1 request for 1 purchase')
    expect(asked(3, 1200, 1, 0)).toBe('3 requests for 1,200 purchases: 1 approved')
    expect(asked(9, 22, 4, 2)).toBe('9 requests for 22 purchases: 4 approved, 2 rejected')
  })
})

describe('a replacement request that fails', () => {
  const failed = (details: ConstructorParameters<typeof ApiError>[0]) =>
    requestFailureText(new ApiError(details))

  it('shows the text of the specification for each kind of failure', () => {
    const tryAgain = 'Failed to submit replacement request. Please try again.'
    expect(failed({ code: 'UNAUTHENTICATED', status: 401 })).toBe(
      'Unauthorized access. Please log in again.',
    )
    expect(failed({ code: 'BAD_ANSWER', status: 200 })).toBe(
      'Unexpected response from server. Please try again.',
    )
    expect(failed({ code: 'LEAD_NOT_FOUND', status: 404, text: 'Lead not found' })).toBe(
      'Lead not found',
    )
    expect(failed({ code: 'NETWORK', status: 0 })).toContain(tryAgain)
    expect(failed({ code: 'TIMEOUT', status: 0 })).toBe(tryAgain)
    expect(failed({ code: 'BAD_ANSWER', status: 502 })).toBe(tryAgain)
    expect(requestFailureText(new TypeError('x'))).toBe(tryAgain)
  })

  it('shows the text of the server for an invalid request, otherwise asks to check the input', () => {
    const invalid = { code: 'VALIDATION_FAILED', status: 400 } as const
    const leadId = 'Invalid lead ID. Please try again.'
    expect(failed({ ...invalid, fieldErrors: { leadId } })).toBe(leadId)
    expect(failed({ ...invalid, text: 'At most 1000 characters.' })).toBe(
      'At most 1000 characters.',
    )
    expect(failed({ ...invalid, text: '' })).toBe(
      'Invalid request. Please check your input and try again.',
    )
  })
})
