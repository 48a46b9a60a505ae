import type { createEnquiry } from '@raahi/contract/enquiries'
import type {
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
import { publicCall } from '../../lib/public-call.ts'

const own = '/api/enquiries/mine/{token}'

export const enquiryCalls = {
  createEnquiry: publicCall<typeof createEnquiry>('createEnquiry', 'POST', '/api/enquiries'),
  getOwnEnquiry: publicCall<typeof getOwnEnquiry>('getOwnEnquiry', 'GET', own),
  correctOwnEnquiry: publicCall<typeof correctOwnEnquiry>('correctOwnEnquiry', 'PUT', own),
  verifyOwnEmail: publicCall<typeof verifyOwnEmail>(
    'verifyOwnEmail',
    'POST',
    `${own}/verify-email`,
  ),
  requestPhoneCode: publicCall<typeof requestPhoneCode>(
    'requestPhoneCode',
    'POST',
    `${own}/phone-code`,
  ),
  verifyOwnPhone: publicCall<typeof verifyOwnPhone>(
    'verifyOwnPhone',
    'POST',
    `${own}/verify-phone`,
  ),
  answerOwnQuestion: publicCall<typeof answerOwnQuestion>(
    'answerOwnQuestion',
    'POST',
    `${own}/answer`,
  ),
  withdrawOwnEnquiry: publicCall<typeof withdrawOwnEnquiry>(
    'withdrawOwnEnquiry',
    'POST',
    `${own}/withdraw`,
  ),
  reportNoCall: publicCall<typeof reportNoCall>('reportNoCall', 'POST', `${own}/not-called`),
  offerOwnAgain: publicCall<typeof offerOwnAgain>('offerOwnAgain', 'POST', `${own}/offer-again`),
  tellOwnSource: publicCall<typeof tellOwnSource>(
    'tellOwnSource',
    'POST',
    `${own}/source`,
    'nothing',
  ),
  sendOwnLink: publicCall<typeof sendOwnLink>(
    'sendOwnLink',
    'POST',
    '/api/enquiries/send-link',
    'nothing',
  ),
}
