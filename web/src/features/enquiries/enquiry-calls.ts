import type { createEnquiry } from '@raahi/contract/enquiries'
import type {
  answerOwnQuestion,
  correctOwnEnquiry,
  getOwnEnquiry,
  reportNoCall,
  requestPhoneCode,
  sendOwnLink,
  verifyOwnEmail,
  verifyOwnPhone,
  withdrawOwnEnquiry,
} from '@raahi/contract/own-enquiry'

const own = '/api/enquiries/mine/{token}'

/** The contract's calls without its schemas, which would bring zod along; a test holds them to the contract. */
export const enquiryCalls = {
  createEnquiry: {
    name: 'createEnquiry',
    method: 'POST',
    path: '/api/enquiries',
    access: 'public',
  } as unknown as typeof createEnquiry,
  getOwnEnquiry: {
    name: 'getOwnEnquiry',
    method: 'GET',
    path: own,
    access: 'public',
  } as unknown as typeof getOwnEnquiry,
  correctOwnEnquiry: {
    name: 'correctOwnEnquiry',
    method: 'PUT',
    path: own,
    access: 'public',
  } as unknown as typeof correctOwnEnquiry,
  verifyOwnEmail: {
    name: 'verifyOwnEmail',
    method: 'POST',
    path: `${own}/verify-email`,
    access: 'public',
  } as unknown as typeof verifyOwnEmail,
  requestPhoneCode: {
    name: 'requestPhoneCode',
    method: 'POST',
    path: `${own}/phone-code`,
    access: 'public',
  } as unknown as typeof requestPhoneCode,
  verifyOwnPhone: {
    name: 'verifyOwnPhone',
    method: 'POST',
    path: `${own}/verify-phone`,
    access: 'public',
  } as unknown as typeof verifyOwnPhone,
  answerOwnQuestion: {
    name: 'answerOwnQuestion',
    method: 'POST',
    path: `${own}/answer`,
    access: 'public',
  } as unknown as typeof answerOwnQuestion,
  withdrawOwnEnquiry: {
    name: 'withdrawOwnEnquiry',
    method: 'POST',
    path: `${own}/withdraw`,
    access: 'public',
  } as unknown as typeof withdrawOwnEnquiry,
  reportNoCall: {
    name: 'reportNoCall',
    method: 'POST',
    path: `${own}/not-called`,
    access: 'public',
  } as unknown as typeof reportNoCall,
  sendOwnLink: {
    name: 'sendOwnLink',
    method: 'POST',
    path: '/api/enquiries/send-link',
    access: 'public',
  } as unknown as typeof sendOwnLink,
}
