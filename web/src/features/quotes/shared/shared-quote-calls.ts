import type {
  answerSharedQuote,
  getSharedQuoteLogo,
  getSharedQuotePdf,
  readSharedQuote,
} from '@raahi/contract/quotes'
import { publicCall } from '../../../lib/public-call.ts'

export const sharedQuoteCalls = {
  readSharedQuote: publicCall<typeof readSharedQuote>(
    'readSharedQuote',
    'POST',
    '/api/sharedQuote',
  ),
  answerSharedQuote: publicCall<typeof answerSharedQuote>(
    'answerSharedQuote',
    'POST',
    '/api/sharedQuote/answer',
    'nothing',
  ),
  getSharedQuotePdf: publicCall<typeof getSharedQuotePdf>(
    'getSharedQuotePdf',
    'POST',
    '/api/sharedQuote/pdf',
    'application/pdf',
  ),
  getSharedQuoteLogo: publicCall<typeof getSharedQuoteLogo>(
    'getSharedQuoteLogo',
    'POST',
    '/api/sharedQuote/logo',
    'image/png',
  ),
}
