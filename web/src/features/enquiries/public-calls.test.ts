import { createContactMessage } from '@raahi/contract/contact'
import { createEnquiry } from '@raahi/contract/enquiries'
import {
  answerOwnQuestion,
  correctOwnEnquiry,
  getOwnEnquiry,
  offerOwnAgain,
  reportNoCall,
  requestPhoneCode,
  sendOwnLink,
  tellOwnSource,
  verifyOwnEmail,
  verifyOwnPhone,
  withdrawOwnEnquiry,
} from '@raahi/contract/own-enquiry'
import {
  answerSharedQuote,
  getSharedQuoteLogo,
  getSharedQuotePdf,
  readSharedQuote,
} from '@raahi/contract/quotes'
import { getReturnFigures } from '@raahi/contract/return-figures'
import { getSiteFigures } from '@raahi/contract/site-figures'
import { expect, test } from 'vitest'
import { contactCall } from '../contact/send-contact-message.ts'
import { sharedQuoteCalls } from '../quotes/shared/shared-quote-calls.ts'
import { returnFiguresCall } from '../return-figures/use-return-figures.ts'
import { siteFiguresCall } from '../site/site-claims.tsx'
import { enquiryCalls } from './enquiry-calls.ts'

test('the calls of the public pages have the addresses, the access and the kind of answer of the contract', () => {
  const calls = {
    ...enquiryCalls,
    ...sharedQuoteCalls,
    createContactMessage: contactCall,
    getReturnFigures: returnFiguresCall,
    getSiteFigures: siteFiguresCall,
  }
  const contract = {
    createEnquiry,
    getOwnEnquiry,
    correctOwnEnquiry,
    verifyOwnEmail,
    requestPhoneCode,
    verifyOwnPhone,
    answerOwnQuestion,
    withdrawOwnEnquiry,
    reportNoCall,
    offerOwnAgain,
    tellOwnSource,
    sendOwnLink,
    createContactMessage,
    getReturnFigures,
    getSiteFigures,
    readSharedQuote,
    answerSharedQuote,
    getSharedQuotePdf,
    getSharedQuoteLogo,
  }
  for (const [key, endpoint] of Object.entries(contract)) {
    const { name, method, path, access } = endpoint
    const call = calls[key as keyof typeof calls]
    expect(call).toMatchObject({ name, method, path, access })
    expect('answer' in call, name).toBe('answer' in endpoint)
    expect('answerType' in call, name).toBe('answerType' in endpoint)
  }
})
