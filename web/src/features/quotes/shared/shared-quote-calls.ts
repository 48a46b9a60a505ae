import type {
  answerSharedQuote,
  getSharedQuoteLogo,
  getSharedQuotePdf,
  readSharedQuote,
} from '@raahi/contract/quotes'

/** The contract's calls without its schemas, which would bring zod along; a test holds them to the contract. */
export const sharedQuoteCalls = {
  readSharedQuote: {
    name: 'readSharedQuote',
    method: 'POST',
    path: '/api/sharedQuote',
    access: 'public',
  } as unknown as typeof readSharedQuote,
  answerSharedQuote: {
    name: 'answerSharedQuote',
    method: 'POST',
    path: '/api/sharedQuote/answer',
    access: 'public',
  } as unknown as typeof answerSharedQuote,
  getSharedQuotePdf: {
    name: 'getSharedQuotePdf',
    method: 'POST',
    path: '/api/sharedQuote/pdf',
    access: 'public',
    answerType: 'application/pdf',
  } as unknown as typeof getSharedQuotePdf,
  getSharedQuoteLogo: {
    name: 'getSharedQuoteLogo',
    method: 'POST',
    path: '/api/sharedQuote/logo',
    access: 'public',
    answerType: 'image/png',
  } as unknown as typeof getSharedQuoteLogo,
}
