/**
 * Every failure the API can answer with: one stable code, one HTTP status.
 * The text is what a person reads when the thrower gives no better one.
 */
export const errorCodes = {
  VALIDATION_FAILED: { status: 400, message: 'Please check the highlighted fields.' },
  MALFORMED_REQUEST: { status: 400, message: 'The request could not be read.' },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    message: 'The Idempotency-Key must be 1 to 255 visible ASCII characters.',
  },
  INVALID_OTP: { status: 400, message: 'Invalid OTP or server error.' },
  PAYMENT_NOT_GENUINE: {
    status: 400,
    message: 'The gateway did not sign this payment. Nothing was granted.',
  },
  CURRENT_PASSWORD_WRONG: { status: 400, message: 'This is not your current password.' },
  WRONG_CODE: { status: 400, message: 'This code is not right, or was used already.' },
  UNAUTHENTICATED: { status: 401, message: 'Please log in to continue.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  LOGIN_ENDED: {
    status: 401,
    message: 'This login took too long or had too many tries. Please log in again.',
  },
  RESET_NOT_ALLOWED: { status: 401, message: 'Failed to change password. Please try again.' },
  INSUFFICIENT_WALLET_BALANCE: { status: 402, message: 'Insufficient wallet balance' },
  PLAN_NOT_PAID: { status: 402, message: 'Failed to purchase plan.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  TWO_FACTOR_REQUIRED: { status: 403, message: 'Set up two-factor sign-in to go on.' },
  ORIGIN_NOT_ALLOWED: { status: 403, message: 'This site may not make this call.' },
  ROUTE_NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  FILE_NOT_FOUND: { status: 404, message: 'File not found' },
  LEAD_NOT_FOUND: { status: 404, message: 'Lead not found' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  SESSION_NOT_FOUND: { status: 404, message: 'Session not found' },
  PLAN_NOT_FOUND: { status: 404, message: 'Selected plan not found.' },
  REPLACEMENT_NOT_FOUND: { status: 404, message: 'Replacement request not found' },
  ORDER_NOT_FOUND: { status: 404, message: 'Order not found' },
  INVOICE_NOT_FOUND: { status: 404, message: 'Invoice not found' },
  ENQUIRY_NOT_FOUND: { status: 404, message: 'Enquiry not found' },
  CONTACT_MESSAGE_NOT_FOUND: { status: 404, message: 'Message not found' },
  LEAD_COST_NOT_FOUND: { status: 404, message: 'Lead cost not found' },
  LEAD_ALREADY_SOLD: { status: 409, message: 'Lead already sold' },
  LEAD_EXPIRED: { status: 409, message: 'This lead has expired: its travel date has passed.' },
  LEAD_NOT_REOPENED: { status: 409, message: 'A lead cannot be put back on sale.' },
  LEAD_PRICE_CHANGED: {
    status: 409,
    message: 'The price of this lead has changed. Please check it and confirm again.',
  },
  LEAD_PRICE_NOT_SET: { status: 409, message: 'No price is set for this lead type' },
  NO_PLAN_COVERS_LEAD: { status: 409, message: 'No active plan covers this lead' },
  PLAN_ID_TAKEN: { status: 409, message: 'A plan with this Plan ID already exists.' },
  PLAN_CHANGED: {
    status: 409,
    message: 'This plan was changed by somebody else in the meantime.',
  },
  PLAN_PRICE_CHANGED: {
    status: 409,
    message: 'The price of this plan has changed. Please check it and confirm again.',
  },
  FREE_PLAN_ALREADY_GRANTED: {
    status: 409,
    message: 'A free plan is given once, and this user has had it.',
  },
  PAYMENTS_OFF: {
    status: 409,
    message:
      'Online payments are not available at the moment. Please contact us to pay another way.',
  },
  PAYMENT_NOT_CAPTURED: {
    status: 409,
    message:
      'The bank has not confirmed this payment yet. As soon as it does, you get what you ordered, and a mail.',
  },
  PAYMENT_MISMATCH: {
    status: 409,
    message: 'This payment does not belong to this order. Nothing was granted.',
  },
  PAYMENT_RETURNED: {
    status: 409,
    message: 'This order was paid already. The second payment is being returned to you.',
  },
  OWN_ACCOUNT_NOT_SUSPENDED: { status: 409, message: 'You cannot suspend your own account.' },
  LAST_ADMIN_NOT_SUSPENDED: {
    status: 409,
    message: 'The last active admin cannot be suspended.',
  },
  REPLACEMENT_ALREADY_REQUESTED: {
    status: 409,
    message: 'A replacement of this lead has already been requested.',
  },
  REPLACEMENT_REJECTED_TWICE: {
    status: 409,
    message: 'A replacement of this lead was rejected twice and cannot be requested again.',
  },
  REPLACEMENT_ALREADY_DECIDED: {
    status: 409,
    message: 'This replacement request has already been decided.',
  },
  ENQUIRY_ALREADY_DECIDED: {
    status: 409,
    message: 'This enquiry has already been decided or withdrawn.',
  },
  ENQUIRY_CORRECTED: {
    status: 409,
    message: 'The traveller has corrected this enquiry meanwhile.',
  },
  ENQUIRY_CLOSED: { status: 409, message: 'This enquiry is closed and can no longer be changed.' },
  ENQUIRY_WITH_AGENT: {
    status: 409,
    message:
      'A travel agent has your enquiry already, so it can no longer be changed here. Please tell the agent when you speak.',
  },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists.' },
  PHONE_TAKEN: { status: 409, message: 'An account with this phone number already exists.' },
  TWO_FACTOR_UNAVAILABLE: {
    status: 409,
    message: 'Two-factor sign-in cannot be used here: its key is not set.',
  },
  TWO_FACTOR_NOT_ON: { status: 409, message: 'Two-factor sign-in is not on.' },
  TWO_FACTOR_KEPT_ON: {
    status: 409,
    message: 'Two-factor sign-in is required here and stays on.',
  },
  TWO_FACTOR_SETUP_ENDED: {
    status: 409,
    message: 'This set-up is over. Please start again.',
  },
  WALLET_LIMIT_EXCEEDED: { status: 409, message: 'The wallet cannot hold this much money.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  TOO_BUSY_RETRY: {
    status: 409,
    message: 'Somebody else is changing this at the moment. Please try again.',
  },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  FILE_TOO_LARGE: { status: 413, message: 'The file is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This content type is not supported here.' },
  UNSUPPORTED_FILE_TYPE: { status: 415, message: 'This kind of file is not accepted.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many attempts. Please wait a little and try again.',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
  },
  GATEWAY_FAILED: { status: 503, message: 'Failed to initiate payment' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service is not available at the moment. Please try again shortly.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCodes

/** One text per field, all fields at once. */
export type FieldErrors = Record<string, string>

export interface ErrorAnswer {
  success: false
  message: string
  code: ErrorCode
  fieldErrors?: FieldErrors
}
