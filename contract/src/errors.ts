import { maxMembers } from './agency-roles.ts'
import { maxKeys } from './key-scopes.ts'
import { kycNeededToBuy } from './kyc-states.ts'
import { maxPictures } from './picture-limits.ts'
import { quoteLimits } from './quote-limits.ts'

/**
 * Every error of the API by its HTTP status: a stable code, and the default text, which is used unless the code that
 * throws the error gives a more specific one. The browser imports only types of this file: it shows the text that the
 * server sends, so its first screens load neither texts nor codes.
 */
const textsByStatus = {
  400: {
    VALIDATION_FAILED: 'Please check the highlighted fields.',
    MALFORMED_REQUEST: 'We could not read this request.',
    INVALID_IDEMPOTENCY_KEY: 'The Idempotency-Key must be 1 to 255 visible ASCII characters.',
    INVALID_OTP: 'Invalid OTP or server error.',
    PAYMENT_NOT_GENUINE:
      'We could not verify this payment. Nothing has been added to your account.',
    CURRENT_PASSWORD_WRONG: 'This is not your current password.',
    WRONG_CODE: 'This code is wrong or has already been used.',
    PHONE_CODE_WRONG: 'This code is wrong. Please check the SMS.',
    QUOTE_INCOMPLETE: 'Something is missing. Please check the highlighted fields.',
  },
  401: {
    UNAUTHENTICATED: 'Please log in to continue.',
    KEY_ENDED: 'This key was revoked, or its last day is over.',
    KEY_ACCOUNT_SUSPENDED: 'The account of this key is suspended.',
    INVALID_CREDENTIALS: 'Invalid email or password',
    LOGIN_ENDED: 'This login has expired or had too many attempts. Please log in again.',
    RESET_NOT_ALLOWED: 'Failed to change password. Please try again.',
  },
  402: {
    INSUFFICIENT_WALLET_BALANCE: 'Insufficient wallet balance',
    PLAN_NOT_PAID: 'Failed to purchase plan.',
  },
  403: {
    FORBIDDEN: 'You do not have permission to do this.',
    SOURCE_PAUSED: 'This source is paused.',
    GOOGLE_KEY_WRONG: 'The key of this webhook is wrong.',
    META_NOT_GENUINE: 'This request is not signed by Meta.',
    TWO_FACTOR_REQUIRED: 'Set up two-factor login to continue.',
    KYC_NOT_APPROVED: kycNeededToBuy,
    ORIGIN_NOT_ALLOWED: 'Requests from this website are not allowed.',
  },
  404: {
    ROUTE_NOT_FOUND: 'This address does not exist.',
    FILE_NOT_FOUND: 'File not found',
    LEAD_NOT_FOUND: 'Lead not found',
    USER_NOT_FOUND: 'User not found',
    SESSION_NOT_FOUND: 'Session not found',
    PLAN_NOT_FOUND: 'Selected plan not found.',
    REPLACEMENT_NOT_FOUND: 'Replacement request not found',
    ORDER_NOT_FOUND: 'Order not found',
    TRANSACTION_NOT_FOUND: 'Transaction not found',
    RECHARGE_NOT_FOUND: 'Recharge not found',
    INVOICE_NOT_FOUND: 'Invoice not found',
    PAYMENT_NOT_FOUND: 'Payment not found',
    ENQUIRY_NOT_FOUND: 'Enquiry not found',
    CALL_REPORT_NOT_FOUND: 'There is no report to answer',
    CONTACT_MESSAGE_NOT_FOUND: 'Message not found',
    IMPORT_NOT_FOUND: 'Import not found',
    MONEY_REQUEST_NOT_FOUND: 'Request not found',
    LEAD_COST_NOT_FOUND: 'Lead cost not found',
    SAVED_SEARCH_NOT_FOUND: 'Saved search not found',
    PIPELINE_ENTRY_NOT_FOUND: 'This entry no longer exists.',
    PUSH_DEVICE_NOT_FOUND: 'This device no longer gets alerts. Switch them on again there.',
    FAILED_JOB_NOT_FOUND:
      'This job is not in the list any more. Another admin may have tried it again.',
    NO_RECEIPT_YET: 'A receipt covers transactions until yesterday. There are none yet.',
    QUOTE_NOT_FOUND: 'Quote not found',
    META_LEAD_GONE: 'Meta does not have this lead, or not for the token.',
    SOURCE_NOT_FOUND: 'Source not found',
    KEY_NOT_FOUND: 'Key not found',
    QUOTE_TEMPLATE_NOT_FOUND: 'Template not found',
    MEMBER_NOT_FOUND: 'Member not found',
    INVITATION_NOT_FOUND: 'This invitation is not open any more.',
    QUOTE_LINK_NOT_FOUND:
      'This link does not open a quote. Please ask your travel agent for a new link.',
    WEBHOOK_NOT_FOUND: 'Webhook not found',
    WEBHOOK_DELIVERY_NOT_FOUND: 'This delivery is not in the log any more.',
  },
  409: {
    META_PAGE_TAKEN: 'Another source has this page and form.',
    SOURCE_TAKES_NO_KEYS: 'Only sources of the kind API have keys.',
    KEY_LIMIT: `There are already ${maxKeys} keys, the maximum. Please revoke one that is not used.`,
    SOURCE_BUILT_IN: 'This source is part of Raahi and cannot be changed.',
    IMPORT_ALREADY_STARTED: 'This import has already been started.',
    IMPORT_NOT_UNDONE: 'This import is still running. Undo it when it is finished.',
    LEAD_ALREADY_SOLD: 'Lead already sold',
    DAILY_LIMIT_REACHED:
      'This lead would exceed your daily limit. The owner of your agency can raise it.',
    MEMBER_LIMIT: `An agency has ${maxMembers} members and open invitations at most.`,
    MEMBER_SUSPENDED: 'This member is suspended.',
    OWNER_NOT_CHANGED: 'The owner has all rights. Hand over the agency first.',
    INVITATION_ENDED:
      'This invitation has expired, was withdrawn or has been used. Please ask for a new one.',
    LEAD_EXPIRED: 'This lead has expired: its travel date has passed.',
    LEAD_RETURNED_BEFORE:
      'You have returned this trip before. The traveller offers it to another agent.',
    LEAD_UNDER_REVIEW:
      'The traveller has corrected this lead. It is not for sale until our team has checked it.',
    LEAD_NOT_UNDER_REVIEW:
      'This lead is not under review any more. It may be back on sale, or deleted.',
    LEAD_NOT_REOPENED: 'A sold lead cannot be put back on sale.',
    LEAD_PRICE_CHANGED: 'The price of this lead has changed. Please check it and confirm again.',
    LEAD_PRICE_NOT_SET: 'No price is set for this lead type',
    NO_PLAN_COVERS_LEAD: 'No active plan covers this lead',
    SAVED_SEARCH_LIMIT:
      'You already have 50 saved searches, the maximum. Please delete one that you do not need.',
    PUSH_DEVICE_LIMIT:
      'You already get alerts on 10 devices, the maximum. Please remove one that you do not use.',
    WEBHOOK_LIMIT: 'There are already 10 webhooks, the maximum. Please delete one of them.',
    WEBHOOK_NOT_ACTIVE: 'This webhook is paused. Resume it first.',
    WEBHOOKS_NOT_SET_UP: 'Webhooks are not available right now.',
    PUSH_NOT_SET_UP: 'Alerts on devices are not available right now. You still get emails.',
    SAVED_SEARCH_NAME_TAKEN: 'You already have a saved search with this name.',
    PIPELINE_CARD_CHANGED:
      'This lead was changed in another tab or on another device. Please check it again.',
    OUTCOME_IN_REQUEST: 'A replacement request has shown this outcome, so it cannot be changed.',
    MOVE_NOT_UNDONE: 'This move can no longer be undone.',
    LEAD_RETURNED: 'The replacement of this lead was approved, so it cannot be moved any more.',
    CONTACT_STOPPED: 'This traveller has withdrawn. Please do not contact them any more.',
    QUOTE_CHANGED: 'This quote was changed in another tab or on another device.',
    QUOTE_NOT_SENT: 'Send the quote first.',
    QUOTE_VERSION_LIMIT: `A quote can have ${quoteLimits.versions} versions.`,
    QUOTE_ALREADY_MAILED: 'This version was already sent by email.',
    QUOTE_EXPIRED: 'This quote is no longer valid. Please contact your travel agent.',
    QUOTE_HAS_NEW_VERSION: 'Your travel agent has sent a newer version. Please read it first.',
    TOO_MANY_QUESTIONS:
      'You have already asked several questions. Please call or write to your travel agent.',
    QUOTE_TEMPLATE_LIMIT: `You have ${quoteLimits.templates} templates, the maximum. Please delete one that you do not need.`,
    QUOTE_TEMPLATE_NAME_TAKEN: 'You already have a template with this name.',
    QUOTE_TEMPLATE_NAMES_TRAVELLER:
      'This quote contains the name, phone number or email of the traveller. Please remove it from the texts before you save a template.',
    TRAVELLER_HAS_NO_EMAIL:
      'The traveller gave no email. Share the quote by WhatsApp, or copy the link.',
    PLAN_ID_TAKEN: 'A plan with this Plan ID already exists.',
    PLAN_CHANGED: 'Someone else has changed this plan in the meantime.',
    PLAN_PRICE_CHANGED: 'The price of this plan has changed. Please check it and confirm again.',
    FREE_PLAN_ALREADY_GRANTED: 'Each agent can take a free plan only once.',
    PAYMENTS_OFF:
      'Online payments are not available right now. Please contact us to pay another way.',
    PAYMENT_NOT_CAPTURED:
      'The bank has not confirmed this payment yet. Once it does, we will complete your order and email you.',
    PAYMENT_MISMATCH:
      'This payment is for a different order. Nothing has been added to your account.',
    PAYMENT_RETURNED: 'This order is already paid. We are refunding your second payment.',
    ORDER_EXPIRED:
      'This order had expired or its offer had changed before you paid. Nothing has been added to your account, and we are refunding your payment in full.',
    OWN_ACCOUNT_NOT_SUSPENDED: 'You cannot suspend your own account.',
    MONEY_REQUEST_DECIDED: 'This request has already been decided.',
    MONEY_REQUEST_EXPIRED: 'This request has expired. It must be sent again.',
    OWN_MONEY_REQUEST: 'Another admin must decide what you asked for.',
    APPROVAL_NEEDS_TWO_ADMINS: 'Give the right Money to a second admin first.',
    OWN_RIGHTS_NOT_CHANGED: 'Another admin must change your rights.',
    LAST_ADMIN_NOT_SUSPENDED: 'The last active admin cannot be suspended.',
    DEMO_ACCOUNT_STAYS_SUSPENDED:
      'This is a demo account of the trial. It stays suspended, because its password is public.',
    REPLACEMENT_ALREADY_REQUESTED: 'A replacement for this lead has already been requested.',
    REPLACEMENT_REJECTED_TWICE:
      'A replacement for this lead was rejected twice and cannot be requested again.',
    REPLACEMENT_ALREADY_DECIDED: 'This replacement request has already been decided.',
    DECISION_TOO_LATE: 'The time to decide this request is over. It is approved automatically.',
    RETURN_WINDOW_CLOSED: 'The time to report a problem with this lead is over.',
    APPEAL_WINDOW_CLOSED: 'The time to appeal against this decision is over.',
    APPEAL_NEEDS_OTHER_ADMIN: 'You rejected this request, so another admin must decide the appeal.',
    TRAVELLER_ERASED: 'The traveller’s data was erased, so no pictures can be added.',
    TOO_MANY_PICTURES: `A replacement request can have ${maxPictures} pictures.`,
    RETURN_POLICY_CHANGED:
      'Another admin has changed the return policy in the meantime. Please check it again.',
    PRICE_AGEING_CHANGED:
      'Another admin has changed the prices by age in the meantime. Please check them again.',
    KYC_CHANGED: 'This KYC has changed in the meantime. Please look at it again.',
    SETTINGS_CHANGED:
      'Another admin has changed the settings in the meantime. Please check them again.',
    NO_ACCOUNTANT: 'Enter the email of the accountant first.',
    STATEMENT_SENT_MEANWHILE: 'This statement was sent in the meantime.',
    CONTACT_MESSAGE_ANSWERED: 'This message has already been answered.',
    ENQUIRY_ALREADY_DECIDED: 'This enquiry has already been converted, rejected or withdrawn.',
    ENQUIRY_CORRECTED: 'The traveller has just corrected this enquiry.',
    ENQUIRY_CLOSED: 'This enquiry is closed and can no longer be changed.',
    CALL_NOT_DUE: 'You can report this 24 hours after an agent has bought your enquiry.',
    CALL_REPORT_ANSWERED: 'You have already answered this traveller.',
    ENQUIRY_WITH_AGENT:
      'A travel agent already has your enquiry, so you can no longer change it here. Please tell the agent about any changes.',
    QUESTION_ANSWERED: 'You have already answered this question. Thank you!',
    EMAIL_LINK_OUTDATED:
      'This link is from an earlier email. Please open the link in our latest email and press the button there.',
    PHONE_ALREADY_VERIFIED: 'Your phone is already verified.',
    PHONE_NOT_INDIAN: 'We can send codes to Indian mobile numbers only.',
    PHONE_CODE_LIMIT: 'You have asked for three codes today. Please try again tomorrow.',
    PHONE_CODE_ENDED: 'This code is no longer valid. Please ask for a new one.',
    PHONE_CODES_OFF: 'We cannot send codes at the moment.',
    EMAIL_NOT_CONFIRMED:
      'Please confirm your email first. If you cannot find our email, ask for a new one.',
    EMAIL_ALREADY_CONFIRMED: 'Your email is already confirmed.',
    CONFIRMATION_ENDED:
      'This link has expired, or it is for a change that was cancelled. Please log in and ask for a new one.',
    EMAIL_TAKEN: 'An account with this email already exists.',
    PHONE_TAKEN: 'An account with this phone number already exists.',
    TWO_FACTOR_UNAVAILABLE: 'Two-factor login is not available: its key is not set.',
    TWO_FACTOR_NOT_ON: 'Two-factor login is not turned on.',
    TWO_FACTOR_KEPT_ON: 'Two-factor login is required for admins and cannot be turned off.',
    TWO_FACTOR_SETUP_ENDED: 'This set-up has expired. Please start again.',
    CORRECTION_TOO_LARGE: 'This is more than is left of the recharge after its corrections.',
    INVOICE_REPLACED: 'This invoice has been replaced by another one already.',
    INVOICE_CREDITED:
      'This invoice has been credited, or its payment is being refunded, so it cannot be replaced.',
    INVOICE_PERIOD_ENDED:
      'The GST return of the month of this invoice is due, so it cannot be replaced any more.',
    INVOICE_UNCHANGED: 'The invoice already has this state and GSTIN.',
    REFUND_TOO_LARGE: 'This is more than is left of the payment after its refunds.',
    REFUND_TOO_OLD: 'The gateway refunds a payment for six months only, and this one is older.',
    REFUND_REST_TOO_SMALL:
      'This would leave less than ₹1 of the payment, which the gateway could never refund. Refund all that is left, or leave ₹1 or more.',
    REFUNDED_AT_GATEWAY:
      'A part of this payment was refunded at the gateway by hand, so it cannot be refunded here. Nothing was changed.',
    PAYMENT_NOT_AT_GATEWAY:
      'The gateway does not know this payment, so it cannot refund it. Nothing was changed.',
    PLAN_LEADS_USED: 'The used leads of the plan cannot be refunded.',
    PLAN_LEADS_RETURNED:
      'Leads of this plan were paid back into the wallet after its end, so it cannot be refunded.',
    WALLET_LIMIT_EXCEEDED: 'This would take the wallet over its limit.',
    IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was already used for a different request.',
  },
  413: {
    STATEMENT_TOO_LARGE:
      'These dates have too many documents for one Excel file. Choose fewer days, or CSV.',
    BODY_TOO_LARGE: 'The request is too large.',
    FILE_TOO_LARGE: 'The file is too large.',
  },
  415: {
    UNSUPPORTED_MEDIA_TYPE: 'This content type is not supported.',
    UNSUPPORTED_FILE_TYPE: 'This type of file is not accepted.',
  },
  421: {
    MISDIRECTED_REQUEST:
      'This is a trial of Raahi. It can be opened only on the computer that runs it.',
  },
  429: {
    TOO_MANY_REQUESTS: 'Too many attempts. Please wait a while and try again.',
    SOURCE_LIMIT_REACHED:
      'This source has sent its enquiries of the day. Please try again tomorrow.',
  },
  500: {
    INTERNAL_ERROR: 'Something went wrong on our side. Please try again.',
  },
  503: {
    GATEWAY_FAILED: 'Failed to initiate payment',
    TOO_BUSY_RETRY: 'This is taking too long right now. Please try again in a few seconds.',
    SERVICE_UNAVAILABLE: 'The service is not available right now. Please try again in a while.',
    META_LEAD_NOT_FETCHED: 'Meta did not give this lead within a day.',
    META_OFF:
      'Meta lead ads are not set up: META_APP_SECRET, META_VERIFY_TOKEN and META_PAGE_TOKEN are missing.',
    PHONE_CODES_PAUSED:
      'We cannot send codes at the moment. Your enquiry has reached us all the same.',
  },
} as const

type Texts = typeof textsByStatus
export type ErrorCode = { [Status in keyof Texts]: keyof Texts[Status] }[keyof Texts]

/** Status and text of each code. */
export const errorCodes = Object.fromEntries(
  Object.entries(textsByStatus).flatMap(([status, texts]) =>
    Object.entries(texts).map(([code, message]) => [code, { status: Number(status), message }]),
  ),
) as Record<ErrorCode, { status: number; message: string }>

/** One text per field, all fields at once. */
export type FieldErrors = Record<string, string>

export interface ErrorAnswer {
  success: false
  message: string
  code: ErrorCode
  fieldErrors?: FieldErrors
}
