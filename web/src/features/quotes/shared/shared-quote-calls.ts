import type {
  answerSharedQuote,
  getSharedQuoteLogo,
  getSharedQuotePdf,
  readSharedQuote,
} from '@raahi/contract/quotes'

/** A call of the contract without its schemas, which would bring zod along; a test holds them to the contract. */
function callOf<Call>(name: string, path: string, answerType?: string): Call {
  return { name, method: 'POST', path, access: 'public', answerType } as Call
}

export const sharedQuoteCalls = {
  readSharedQuote: callOf<typeof readSharedQuote>('readSharedQuote', '/api/sharedQuote'),
  answerSharedQuote: callOf<typeof answerSharedQuote>(
    'answerSharedQuote',
    '/api/sharedQuote/answer',
  ),
  getSharedQuotePdf: callOf<typeof getSharedQuotePdf>(
    'getSharedQuotePdf',
    '/api/sharedQuote/pdf',
    'application/pdf',
  ),
  getSharedQuoteLogo: callOf<typeof getSharedQuoteLogo>(
    'getSharedQuoteLogo',
    '/api/sharedQuote/logo',
    'image/png',
  ),
}
