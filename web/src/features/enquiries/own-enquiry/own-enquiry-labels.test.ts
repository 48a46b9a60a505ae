import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { describe, expect, it } from 'vitest'
import { describeSituation } from './own-enquiry-labels.ts'

const offeredAgain = {
  situation: 'with-agent',
  isUnderReview: false,
  canOfferAgain: true,
  offeredAgainAs: 'RQ-000012',
  email: 'meera@example.org',
} as OwnEnquiry

describe('a trip that was offered again', () => {
  it('says that its link was mailed only if there is an email', () => {
    expect(describeSituation(offeredAgain).text).toMatch(
      /RQ-000012, and its link is in our email\.$/,
    )
    const { text } = describeSituation({ ...offeredAgain, email: null })
    expect(text).toMatch(/Your new enquiry is RQ-000012\.$/)
  })

  it('is described as withdrawn after it was withdrawn', () => {
    const withdrawn = {
      ...offeredAgain,
      situation: 'withdrawn-with-agent',
      canOfferAgain: false,
    } as const
    expect(describeSituation(withdrawn).title).toBe('You have withdrawn it')
  })
})
