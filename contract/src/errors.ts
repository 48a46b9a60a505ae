import type { ErrorCode } from './error-codes.ts'
import { kycNeededToBuy } from './kyc-states.ts'
import { maxPictures } from './picture-limits.ts'
import { quoteLimits } from './quote-limits.ts'

/**
 * Every failure the API can answer with: one stable code, one HTTP status.
 * The text is what a person reads when the thrower gives no better one.
 */
export const errorCodes = {
  VALIDATION_FAILED: { status: 400, message: 'Please check the highlighted fields.' },
  MALFORMED_REQUEST: { status: 400, message: 'We could not read this request.' },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    message: 'The Idempotency-Key must be 1 to 255 visible ASCII characters.',
  },
  INVALID_OTP: { status: 400, message: 'Invalid OTP or server error.' },
  PAYMENT_NOT_GENUINE: {
    status: 400,
    message: 'We could not verify this payment. Nothing has been added to your account.',
  },
  CURRENT_PASSWORD_WRONG: { status: 400, message: 'This is not your current password.' },
  WRONG_CODE: { status: 400, message: 'This code is wrong or has already been used.' },
  PHONE_CODE_WRONG: { status: 400, message: 'This code is wrong. Please check the SMS.' },
  QUOTE_INCOMPLETE: {
    status: 400,
    message: 'Something is missing. Please check the highlighted fields.',
  },
  UNAUTHENTICATED: { status: 401, message: 'Please log in to continue.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  LOGIN_ENDED: {
    status: 401,
    message: 'This login has expired or had too many attempts. Please log in again.',
  },
  RESET_NOT_ALLOWED: { status: 401, message: 'Failed to change password. Please try again.' },
  INSUFFICIENT_WALLET_BALANCE: { status: 402, message: 'Insufficient wallet balance' },
  PLAN_NOT_PAID: { status: 402, message: 'Failed to purchase plan.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this.' },
  TWO_FACTOR_REQUIRED: { status: 403, message: 'Set up two-factor login to continue.' },
  KYC_NOT_APPROVED: {
    status: 403,
    message: kycNeededToBuy,
  },
  ORIGIN_NOT_ALLOWED: { status: 403, message: 'Requests from this website are not allowed.' },
  ROUTE_NOT_FOUND: { status: 404, message: 'This address does not exist.' },
  FILE_NOT_FOUND: { status: 404, message: 'File not found' },
  LEAD_NOT_FOUND: { status: 404, message: 'Lead not found' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  SESSION_NOT_FOUND: { status: 404, message: 'Session not found' },
  PLAN_NOT_FOUND: { status: 404, message: 'Selected plan not found.' },
  REPLACEMENT_NOT_FOUND: { status: 404, message: 'Replacement request not found' },
  ORDER_NOT_FOUND: { status: 404, message: 'Order not found' },
  INVOICE_NOT_FOUND: { status: 404, message: 'Invoice not found' },
  ENQUIRY_NOT_FOUND: { status: 404, message: 'Enquiry not found' },
  CALL_REPORT_NOT_FOUND: { status: 404, message: 'There is no report to answer' },
  CONTACT_MESSAGE_NOT_FOUND: { status: 404, message: 'Message not found' },
  LEAD_COST_NOT_FOUND: { status: 404, message: 'Lead cost not found' },
  SAVED_SEARCH_NOT_FOUND: { status: 404, message: 'Saved search not found' },
  PIPELINE_ENTRY_NOT_FOUND: { status: 404, message: 'This entry no longer exists.' },
  PUSH_DEVICE_NOT_FOUND: {
    status: 404,
    message: 'This device no longer gets alerts. Switch them on again there.',
  },
  FAILED_JOB_NOT_FOUND: {
    status: 404,
    message: 'This job is not in the list any more. Another admin may have tried it again.',
  },
  QUOTE_NOT_FOUND: { status: 404, message: 'Quote not found' },
  QUOTE_TEMPLATE_NOT_FOUND: { status: 404, message: 'Template not found' },
  QUOTE_LINK_NOT_FOUND: {
    status: 404,
    message: 'This link does not open a quote. Please ask your travel agent for a new link.',
  },
  LEAD_ALREADY_SOLD: { status: 409, message: 'Lead already sold' },
  LEAD_EXPIRED: { status: 409, message: 'This lead has expired: its travel date has passed.' },
  LEAD_NOT_REOPENED: { status: 409, message: 'A sold lead cannot be put back on sale.' },
  LEAD_PRICE_CHANGED: {
    status: 409,
    message: 'The price of this lead has changed. Please check it and confirm again.',
  },
  LEAD_PRICE_NOT_SET: { status: 409, message: 'No price is set for this lead type' },
  NO_PLAN_COVERS_LEAD: { status: 409, message: 'No active plan covers this lead' },
  SAVED_SEARCH_LIMIT: {
    status: 409,
    message:
      'You already have 50 saved searches, the maximum. Please delete one that you do not need.',
  },
  PUSH_DEVICE_LIMIT: {
    status: 409,
    message:
      'You already get alerts on 10 devices, the maximum. Please remove one that you do not use.',
  },
  PUSH_NOT_SET_UP: {
    status: 409,
    message: 'Alerts on devices are not available right now. You still get emails.',
  },
  SAVED_SEARCH_NAME_TAKEN: {
    status: 409,
    message: 'You already have a saved search with this name.',
  },
  PIPELINE_CARD_CHANGED: {
    status: 409,
    message: 'This lead was changed in another tab or on another device. Please check it again.',
  },
  OUTCOME_IN_REQUEST: {
    status: 409,
    message: 'A replacement request has shown this outcome, so it cannot be changed.',
  },
  MOVE_NOT_UNDONE: { status: 409, message: 'This move can no longer be undone.' },
  LEAD_RETURNED: {
    status: 409,
    message: 'The replacement of this lead was approved, so it cannot be moved any more.',
  },
  CONTACT_STOPPED: {
    status: 409,
    message: 'This traveller has withdrawn. Please do not contact them any more.',
  },
  QUOTE_CHANGED: {
    status: 409,
    message: 'This quote was changed in another tab or on another device.',
  },
  QUOTE_NOT_SENT: { status: 409, message: 'Send the quote first.' },
  QUOTE_VERSION_LIMIT: {
    status: 409,
    message: `A quote can have ${quoteLimits.versions} versions.`,
  },
  QUOTE_ALREADY_MAILED: { status: 409, message: 'This version was already sent by email.' },
  QUOTE_EXPIRED: {
    status: 409,
    message: 'This quote is no longer valid. Please contact your travel agent.',
  },
  QUOTE_HAS_NEW_VERSION: {
    status: 409,
    message: 'Your travel agent has sent a newer version. Please read it first.',
  },
  TOO_MANY_QUESTIONS: {
    status: 409,
    message: 'You have already asked several questions. Please call or write to your travel agent.',
  },
  QUOTE_TEMPLATE_LIMIT: {
    status: 409,
    message: `You have ${quoteLimits.templates} templates, the maximum. Please delete one that you do not need.`,
  },
  QUOTE_TEMPLATE_NAME_TAKEN: {
    status: 409,
    message: 'You already have a template with this name.',
  },
  QUOTE_TEMPLATE_NAMES_TRAVELLER: {
    status: 409,
    message:
      'This quote contains the name, phone number or email of the traveller. Please remove it from the texts before you save a template.',
  },
  TRAVELLER_HAS_NO_EMAIL: {
    status: 409,
    message: 'The traveller gave no email. Share the quote by WhatsApp, or copy the link.',
  },
  PLAN_ID_TAKEN: { status: 409, message: 'A plan with this Plan ID already exists.' },
  PLAN_CHANGED: {
    status: 409,
    message: 'Someone else has changed this plan in the meantime.',
  },
  PLAN_PRICE_CHANGED: {
    status: 409,
    message: 'The price of this plan has changed. Please check it and confirm again.',
  },
  FREE_PLAN_ALREADY_GRANTED: {
    status: 409,
    message: 'Each agent can take a free plan only once.',
  },
  PAYMENTS_OFF: {
    status: 409,
    message: 'Online payments are not available right now. Please contact us to pay another way.',
  },
  PAYMENT_NOT_CAPTURED: {
    status: 409,
    message:
      'The bank has not confirmed this payment yet. Once it does, we will complete your order and email you.',
  },
  PAYMENT_MISMATCH: {
    status: 409,
    message: 'This payment is for a different order. Nothing has been added to your account.',
  },
  PAYMENT_RETURNED: {
    status: 409,
    message: 'This order is already paid. We are refunding your second payment.',
  },
  OWN_ACCOUNT_NOT_SUSPENDED: { status: 409, message: 'You cannot suspend your own account.' },
  LAST_ADMIN_NOT_SUSPENDED: {
    status: 409,
    message: 'The last active admin cannot be suspended.',
  },
  DEMO_ACCOUNT_STAYS_SUSPENDED: {
    status: 409,
    message:
      'This is a demo account of the trial. It stays suspended, because its password is public.',
  },
  REPLACEMENT_ALREADY_REQUESTED: {
    status: 409,
    message: 'A replacement for this lead has already been requested.',
  },
  REPLACEMENT_REJECTED_TWICE: {
    status: 409,
    message: 'A replacement for this lead was rejected twice and cannot be requested again.',
  },
  REPLACEMENT_ALREADY_DECIDED: {
    status: 409,
    message: 'This replacement request has already been decided.',
  },
  DECISION_TOO_LATE: {
    status: 409,
    message: 'The time to decide this request is over. It is approved automatically.',
  },
  RETURN_WINDOW_CLOSED: {
    status: 409,
    message: 'The time to report a problem with this lead is over.',
  },
  APPEAL_WINDOW_CLOSED: {
    status: 409,
    message: 'The time to appeal against this decision is over.',
  },
  APPEAL_NEEDS_OTHER_ADMIN: {
    status: 409,
    message: 'You rejected this request, so another admin must decide the appeal.',
  },
  TRAVELLER_ERASED: {
    status: 409,
    message: 'The traveller’s data was erased, so no pictures can be added.',
  },
  TOO_MANY_PICTURES: {
    status: 409,
    message: `A replacement request can have ${maxPictures} pictures.`,
  },
  RETURN_POLICY_CHANGED: {
    status: 409,
    message: 'Another admin has changed the return policy in the meantime. Please check it again.',
  },
  KYC_CHANGED: {
    status: 409,
    message: 'This KYC has changed in the meantime. Please look at it again.',
  },
  SETTINGS_CHANGED: {
    status: 409,
    message: 'Another admin has changed the settings in the meantime. Please check them again.',
  },
  ENQUIRY_ALREADY_DECIDED: {
    status: 409,
    message: 'This enquiry has already been converted, rejected or withdrawn.',
  },
  ENQUIRY_CORRECTED: {
    status: 409,
    message: 'The traveller has just corrected this enquiry.',
  },
  ENQUIRY_CLOSED: { status: 409, message: 'This enquiry is closed and can no longer be changed.' },
  CALL_NOT_DUE: {
    status: 409,
    message: 'You can report this 24 hours after an agent has bought your enquiry.',
  },
  CALL_REPORT_ANSWERED: { status: 409, message: 'You have already answered this traveller.' },
  ENQUIRY_WITH_AGENT: {
    status: 409,
    message:
      'A travel agent already has your enquiry, so you can no longer change it here. Please tell the agent about any changes.',
  },
  QUESTION_ANSWERED: {
    status: 409,
    message: 'You have already answered this question. Thank you!',
  },
  EMAIL_LINK_OUTDATED: {
    status: 409,
    message:
      'This link is from an earlier email. Please open the link in our latest email and press the button there.',
  },
  PHONE_ALREADY_VERIFIED: { status: 409, message: 'Your phone is already verified.' },
  PHONE_NOT_INDIAN: {
    status: 409,
    message: 'We can send codes to Indian mobile numbers only.',
  },
  PHONE_CODE_LIMIT: {
    status: 409,
    message: 'You have asked for three codes today. Please try again tomorrow.',
  },
  PHONE_CODE_ENDED: {
    status: 409,
    message: 'This code is no longer valid. Please ask for a new one.',
  },
  PHONE_CODES_OFF: { status: 409, message: 'We cannot send codes at the moment.' },
  EMAIL_NOT_CONFIRMED: {
    status: 409,
    message: 'Please confirm your email first. If you cannot find our email, ask for a new one.',
  },
  EMAIL_ALREADY_CONFIRMED: { status: 409, message: 'Your email is already confirmed.' },
  CONFIRMATION_ENDED: {
    status: 409,
    message:
      'This link has expired, or it is for a change that was cancelled. Please log in and ask for a new one.',
  },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists.' },
  PHONE_TAKEN: { status: 409, message: 'An account with this phone number already exists.' },
  TWO_FACTOR_UNAVAILABLE: {
    status: 409,
    message: 'Two-factor login is not available: its key is not set.',
  },
  TWO_FACTOR_NOT_ON: { status: 409, message: 'Two-factor login is not turned on.' },
  TWO_FACTOR_KEPT_ON: {
    status: 409,
    message: 'Two-factor login is required for admins and cannot be turned off.',
  },
  TWO_FACTOR_SETUP_ENDED: {
    status: 409,
    message: 'This set-up has expired. Please start again.',
  },
  WALLET_LIMIT_EXCEEDED: { status: 409, message: 'This would take the wallet over its limit.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  FILE_TOO_LARGE: { status: 413, message: 'The file is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This content type is not supported.' },
  UNSUPPORTED_FILE_TYPE: { status: 415, message: 'This type of file is not accepted.' },
  MISDIRECTED_REQUEST: {
    status: 421,
    message: 'This is a trial of Raahi. It can be opened only on the computer that runs it.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many attempts. Please wait a while and try again.',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
  },
  GATEWAY_FAILED: { status: 503, message: 'Failed to initiate payment' },
  TOO_BUSY_RETRY: {
    status: 503,
    message: 'This is taking too long right now. Please try again in a few seconds.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service is not available right now. Please try again in a while.',
  },
  PHONE_CODES_PAUSED: {
    status: 503,
    message: 'We cannot send codes at the moment. Your enquiry has reached us all the same.',
  },
} as const satisfies Record<ErrorCode, { status: number; message: string }>

/** One text per field, all fields at once. */
export type FieldErrors = Record<string, string>

export interface ErrorAnswer {
  success: false
  message: string
  code: ErrorCode
  fieldErrors?: FieldErrors
}
