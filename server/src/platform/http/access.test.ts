import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { EndpointSpec } from '@raahi/contract/endpoint'
import { endpoints } from '@raahi/contract/endpoints'
import { reportNoCall } from '@raahi/contract/own-enquiry'
import { createOrderWallet } from '@raahi/contract/payments'
import { previewQuery } from '@raahi/contract/return-policy'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveCard } from '../../features/pipeline/move-card.ts'
import { recordContact } from '../../features/pipeline/record-contact.ts'
import { addNote } from '../../features/pipeline/write-notes.ts'
import { makeRule } from '../../testing/automatic-buying.ts'
import { captureTopUp } from '../../testing/captured-payments.ts'
import {
  buyEnquiryLead,
  factoryPassword,
  firstTerms,
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeConfirmationToken,
  makeContactMessage,
  makeEnquiry,
  makeEnquiryLead,
  makeLead,
  makePhoneCode,
  makePlan,
  makePurchase,
  makeQuestion,
  makeRequest,
  makeResetCode,
  makeResetTicket,
  makeSavedSearch,
} from '../../testing/factories.ts'
import { openGateway } from '../../testing/gateway.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { untilJobsDone } from '../../testing/mails.ts'
import { makeFailedJob } from '../../testing/make-failed-job.ts'
import { addBrowser, makeSubscription } from '../../testing/push-service.ts'
import {
  makeQuoteDraft,
  makeQuoteTemplate,
  makeSentQuote,
  storeLogo,
} from '../../testing/quotes.ts'
import { storeRequestPicture } from '../../testing/store-request-picture.ts'
import {
  createTestApp,
  formOf,
  type TestApp,
  type TestInput,
  uniqueText,
} from '../../testing/test-app.ts'
import { codeOf, giveSetup, giveTwoFactor, makeChallenge } from '../../testing/two-factor.ts'
import { withTransaction } from '../database/transaction.ts'
import { hashToken } from './caller.ts'

/** Routes outside the contract. A route that is neither in the contract nor in this list fails the tests. */
const otherRoutes = [
  /^GET \/(healthz|readyz)$/,
  /^GET \/api\/docs(\/|\/json|\/yaml|\/static\/.*|\/uiConfig|\/initOAuth|\/\*)?$/,
  // The built web app: prerendered pages and files; profile pictures, which are public. None of it is under /api or
  // accepts a body.
  /^GET \/(?!api(\/|$))/,
  // The stand-in gateway: an external company for the product, with separate keys (gateway-sandbox/).
  /^(POST|PUT) \/sandbox\/razorpay\//,
  // The stand-in of a trial for the SMS provider, with a separate key (platform/sms/sms-sandbox.routes.ts).
  /^(POST|PUT) \/sandbox\/msg91\//,
  // Called by the gateway, which signs its requests (payments/webhook.test.ts).
  /^POST \/api\/razorPay\/webhook$/,
  // Sent by mail programs with secrets of saved searches (site-forms/one-click-pages.ts).
  /^POST \/alerts\/stop$/,
  // Sent by mail programs with the secret of an agent (site-forms/one-click-pages.ts).
  /^POST \/reminders\/stop$/,
  // Sent by the page behind the link of a mail, with the secret of a rule (site-forms/one-click-pages.ts).
  /^POST \/automatic-buying\/pause$/,
  // The forms of the public site without JavaScript, which are public like their calls (site-forms/).
  /^POST \/(enquiries|contact)$/,
  // Sent by browsers before a cross-site call; answered by the CORS plugin.
  /^OPTIONS \*$/,
]

const actors = [
  'anonymous',
  'garbage',
  'expired',
  'refresh',
  'ended',
  'suspended',
  'agent',
  'other',
  'admin',
] as const
type Actor = (typeof actors)[number]

// The expected status per actor, in the order of `actors`: anonymous, an invalid token, an expired one, a refresh token
// as bearer, one of an ended session, one of a suspended user, the agent that the call is about, another agent, an
// admin.
const outcomes: Record<string, string> = {
  //                   anon   garbage expired refresh ended suspended agent other admin
  login: '             200    200     200     200     200   200       200   200   200',
  register: '          201    201     201     201     201   201       201   201   201',
  refresh: '           401    401     401     401     401   401       401   401   401',
  logout: '            200    200     200     200     200   200       200   200   200',
  me: '                401    401     401     401     401   401       200   200   200',
  forgotPassword: '    200    200     200     200     200   200       200   200   200',
  reSendOtp: '         200    200     200     200     200   200       200   200   200',
  verifyUserOtp: '     200    200     200     200     200   200       200   200   200',
  changePassword: '    200    200     200     200     200   200       200   200   200',
  confirmEmail: '      200    200     200     200     200   200       200   200   200',
  resendConfirmation: '401    401     401     401     401   401       200   409   409',
  getUserById: '       401    401     401     401     401   401       200   404   200',
  getUserKyc: '        401    401     401     401     401   401       403   403   404',
  listUsers: '         401    401     401     401     401   401       403   403   200',
  updateUser: '        401    401     401     401     401   401       200   404   200',
  suspendUser: '       401    401     401     401     401   401       403   403   200',
  updateImageOfUser: ' 401    401     401     401     401   401       200   200   200',
  changeOwnPassword: ' 401    401     401     401     401   401       200   200   200',
  listOwnSessions: '   401    401     401     401     401   401       200   200   200',
  listUserSessions: '  401    401     401     401     401   401       403   403   200',
  endOwnSession: '     401    401     401     401     401   401       200   404   404',
  endOwnSessions: '    401    401     401     401     401   401       200   200   200',
  verifyTwoFactor: '   200    200     200     200     200   200       200   200   200',
  getTwoFactor: '      401    401     401     401     401   401       403   403   200',
  startTwoFactor: '    401    401     401     401     401   401       403   403   200',
  confirmTwoFactor: '  401    401     401     401     401   401       403   403   200',
  renewRecoveryCodes: '401    401     401     401     401   401       403   403   200',
  turnOffTwoFactor: '  401    401     401     401     401   401       403   403   200',
  getDashboard: '      401    401     401     401     401   401       403   403   200',
  getOverview: '       401    401     401     401     401   401       403   403   200',
  listLeads: '         401    401     401     401     401   401       200   200   200',
  followLeadEvents: '  401    401     401     401     401   401       200   200   403',
  listLeadSuggestions: '401   401     401     401     401   401       200   200   403',
  getLeadPreferences: '401    401     401     401     401   401       200   200   403',
  getOwnKyc: '         401    401     401     401     401   401       200   200   403',
  submitKyc: '         401    401     401     401     401   401       200   200   403',
  listKyc: '           401    401     401     401     401   401       403   403   200',
  decideKyc: '         401    401     401     401     401   401       403   403   200',
  listFailedJobs: '    401    401     401     401     401   401       403   403   200',
  retryFailedJob: '    401    401     401     401     401   401       403   403   200',
  retryFailedJobs: '   401    401     401     401     401   401       403   403   200',
  getSettings: '       401    401     401     401     401   401       403   403   200',
  changeSettings: '    401    401     401     401     401   401       403   403   200',
  listReturnPolicies: '401    401     401     401     401   401       403   403   200',
  previewReturnPolicy: '401   401     401     401     401   401       403   403   200',
  changeReturnPolicy: '401    401     401     401     401   401       403   403   200',
  getReturnFigures: '  200    200     200     200     200   200       200   200   200',
  getReturnOdds: '     401    401     401     401     401   401       403   403   200',
  getLeadOdds: '       401    401     401     401     401   401       200   200   403',
  setLeadPreferences: '401    401     401     401     401   401       200   200   403',
  listSavedSearches: ' 401    401     401     401     401   401       200   200   403',
  createSavedSearch: ' 401    401     401     401     401   401       201   201   403',
  updateSavedSearch: ' 401    401     401     401     401   401       200   404   403',
  deleteSavedSearch: ' 401    401     401     401     401   401       200   404   403',
  markSavedSearchSeen: '401   401     401     401     401   401       200   404   403',
  getPushAlerts: '     401    401     401     401     401   401       200   200   403',
  addPushDevice: '     401    401     401     401     401   401       201   201   403',
  removePushDevice: '  401    401     401     401     401   401       200   404   403',
  sendTestAlert: '     401    401     401     401     401   401       200   404   403',
  listAutomaticBuying: '401   401     401     401     401   401       200   200   403',
  listSkippedLeads: '   401   401     401     401     401   401       200   404   403',
  previewAutomaticBuying: '401 401    401     401     401   401       200   404   403',
  setAutomaticBuying: '401    401     401     401     401   401       200   404   403',
  pauseAutomaticBuying: '401  401     401     401     401   401       200   404   403',
  getAlertSettings: '  401    401     401     401     401   401       200   200   403',
  setAlertSettings: '  401    401     401     401     401   401       200   200   403',
  getPipeline: '       401    401     401     401     401   401       200   200   403',
  getPipelineColumn: ' 401    401     401     401     401   401       200   200   403',
  listPipelineCards: ' 401    401     401     401     401   401       200   200   403',
  getPipelineCard: '   401    401     401     401     401   401       200   404   403',
  movePipelineCard: '  401    401     401     401     401   401       200   404   403',
  undoPipelineMove: '  401    401     401     401     401   401       200   404   403',
  setFollowUp: '       401    401     401     401     401   401       200   404   403',
  getFollowUps: '      401    401     401     401     401   401       200   200   403',
  getPipelineSettings: '401    401     401     401     401   401       200   200   403',
  setPipelineSettings: '401    401     401     401     401   401       200   200   403',
  exportPipeline: '    401    401     401     401     401   401       200   200   403',
  getPipelineWorth: '  401    401     401     401     401   401       200   200   403',
  addPurchaseNote: '   401    401     401     401     401   401       201   404   403',
  editPurchaseNote: '  401    401     401     401     401   401       200   404   403',
  deletePurchaseNote: '401    401     401     401     401   401       200   404   403',
  recordContact: '     401    401     401     401     401   401       201   404   403',
  setContactOutcome: ' 401    401     401     401     401   401       200   404   403',
  listMessageTemplates: '401    401     401     401     401   401       200   200   403',
  setMessageTemplate: '401    401     401     401     401   401       200   200   403',
  getLead: '           401    401     401     401     401   401       200   200   403',
  createLead: '        401    401     401     401     401   401       403   403   201',
  updateLead: '        401    401     401     401     401   401       403   403   200',
  deleteLead: '        401    401     401     401     401   401       403   403   200',
  buyLead: '           401    401     401     401     401   401       200   200   403',
  getUserLead: '       401    401     401     401     401   401       200   404   200',
  listPurchases: '     401    401     401     401     401   401       200   404   200',
  getPurchaseFigures: '401    401     401     401     401   401       200   200   403',
  exportPurchases: '   401    401     401     401     401   401       200   200   403',
  listLeadCosts: '     401    401     401     401     401   401       200   200   200',
  setLeadCost: '       401    401     401     401     401   401       403   403   200',
  updateLeadCost: '    401    401     401     401     401   401       403   403   200',
  deleteLeadCost: '    401    401     401     401     401   401       403   403   200',
  listPlans: '         401    401     401     401     401   401       200   200   200',
  createPlan: '        401    401     401     401     401   401       403   403   200',
  updatePlan: '        401    401     401     401     401   401       403   403   200',
  deletePlan: '        401    401     401     401     401   401       403   403   200',
  getAllPlansOfUser: ' 401    401     401     401     401   401       200   404   200',
  addUsersPlanByAdmin: '401   401     401     401     401   401       403   403   200',
  purchasePlan: '      401    401     401     401     401   401       200   402   403',
  createorderPlan: '   401    401     401     401     401   401       200   200   403',
  createorderWallet: ' 401    401     401     401     401   401       200   200   403',
  paymentVerification: '401   401     401     401     401   401       200   404   403',
  getOrder: '          401    401     401     401     401   401       200   404   403',
  listMyInvoices: '    401    401     401     401     401   401       200   200   403',
  listInvoices: '      401    401     401     401     401   401       403   403   200',
  exportInvoices: '    401    401     401     401     401   401       403   403   200',
  getInvoice: '        401    401     401     401     401   401       200   404   200',
  getInvoicePdf: '     401    401     401     401     401   401       200   404   200',
  requestLeadReplacement: '401 401    401     401     401   401       201   404   403',
  getReturnRate: '     401    401     401     401     401   401       200   404   403',
  getReplacementRequestOfUserById: '401 401 401 401    401   401       200   404   200',
  getAllLeadReplacementRequests: '401 401 401   401     401   401       403   403   200',
  approveLeadReplacement: '401 401    401     401     401   401       403   403   200',
  addRequestPicture: ' 401    401     401     401     401   401       201   404   403',
  removeRequestPicture: '401  401     401     401     401   401       200   404   403',
  getRequestPicture: ' 401    401     401     401     401   401       200   404   200',
  adminWalletRecharge: '401   401     401     401     401   401       403   403   200',
  getUserStatement: '  401    401     401     401     401   401       403   403   200',
  myTransactions: '    401    401     401     401     401   401       200   200   403',
  exportMyTransactions: '401  401     401     401     401   401       200   200   403',
  getMyReceipt: '      401    401     401     401     401   401       404   404   403',
  getUserReceipt: '    401    401     401     401     401   401       403   403   404',
  getChainHead: '      401    401     401     401     401   401       403   403   200',
  allTransactions: '   401    401     401     401     401   401       403   403   200',
  getTransactionSummary: '401 401     401     401     401   401       403   403   200',
  exportTransactions: '401    401     401     401     401   401       403   403   200',
  listAuditLog: '      401    401     401     401     401   401       403   403   200',
  listAuditActions: '  401    401     401     401     401   401       403   403   200',
  createEnquiry: '201 201 201 201 201 201 201 201 201',
  getOwnEnquiry: '200 200 200 200 200 200 200 200 200',
  correctOwnEnquiry: '200 200 200 200 200 200 200 200 200',
  withdrawOwnEnquiry: '200 200 200 200 200 200 200 200 200',
  answerOwnQuestion: '200 200 200 200 200 200 200 200 200',
  verifyOwnEmail: '200 200 200 200 200 200 200 200 200',
  reportNoCall: '200 200 200 200 200 200 200 200 200',
  answerCallReport: '  401    401     401     401     401   401       200   404   403',
  sendOwnLink: '200 200 200 200 200 200 200 200 200',
  getPurchaseQuote: '  401    401     401     401     401   401       200   404   403',
  openQuoteDraft: '    401    401     401     401     401   401       200   404   403',
  getQuote: '          401    401     401     401     401   401       200   404   403',
  getQuoteVersion: '   401    401     401     401     401   401       200   404   403',
  saveQuoteDraft: '    401    401     401     401     401   401       200   404   403',
  discardQuoteDraft: ' 401    401     401     401     401   401       200   404   403',
  sendQuote: '         401    401     401     401     401   401       200   404   403',
  createQuoteLink: '   401    401     401     401     401   401       200   404   403',
  mailQuote: '         401    401     401     401     401   401       200   404   403',
  withdrawQuote: '     401    401     401     401     401   401       200   404   403',
  getQuotePdf: '       401    401     401     401     401   401       200   404   403',
  listQuoteTemplates: '401    401     401     401     401   401       200   200   403',
  getQuoteTemplate: '  401    401     401     401     401   401       200   404   403',
  createQuoteTemplate: '401   401     401     401     401   401       201   404   403',
  updateQuoteTemplate: '401   401     401     401     401   401       200   404   403',
  deleteQuoteTemplate: '401   401     401     401     401   401       200   404   403',
  setAgencyLogo: '     401    401     401     401     401   401       200   200   403',
  removeAgencyLogo: '  401    401     401     401     401   401       200   200   403',
  getAgencyLogo: '     401    401     401     401     401   401       200   404   403',
  getSharedQuotePdf: '200 200 200 200 200 200 200 200 200',
  getSharedQuoteLogo: '200 200 200 200 200 200 200 200 200',
  readSharedQuote: '200 200 200 200 200 200 200 200 200',
  answerSharedQuote: '200 200 200 200 200 200 200 200 200',
  requestPhoneCode: '200 200 200 200 200 200 200 200 200',
  verifyOwnPhone: '200 200 200 200 200 200 200 200 200',
  listEnquiries: '401 401 401 401 401 401 403 403 200',
  countWaiting: '401 401 401 401 401 401 403 403 200',
  rejectEnquiry: '401 401 401 401 401 401 403 403 200',
  getLeadOrigin: '401 401 401 401 401 401 403 403 200',
  listLeadOrigins: '401 401 401 401 401 401 403 403 200',
  listContactMessages: '401 401 401 401 401 401 403 403 200',
  markContactMessage: '401 401 401 401 401 401 403 403 200',
  findPersonalData: '401 401 401 401 401 401 403 403 200',
  exportPersonalData: '401 401 401 401 401 401 403 403 200',
  erasePersonalData: '401 401 401 401 401 401 403 403 200',
  convertEnquiry: '401 401 401 401 401 401 403 403 201',
  createContactMessage: '201 201 201 201 201 201 201 201 201',
}

/** The error code of a refusal, if it is not the one of its status. */
const codes: Record<number, string> = {
  401: 'UNAUTHENTICATED',
  402: 'PLAN_NOT_PAID',
  403: 'FORBIDDEN',
  409: 'EMAIL_ALREADY_CONFIRMED',
}
const notFound: Record<string, string> = {
  getMyReceipt: 'NO_RECEIPT_YET',
  getUserReceipt: 'NO_RECEIPT_YET',
  getUserById: 'USER_NOT_FOUND',
  updateUser: 'USER_NOT_FOUND',
  endOwnSession: 'SESSION_NOT_FOUND',
  getUserLead: 'USER_NOT_FOUND',
  listPurchases: 'USER_NOT_FOUND',
  getAllPlansOfUser: 'USER_NOT_FOUND',
  paymentVerification: 'ORDER_NOT_FOUND',
  getOrder: 'ORDER_NOT_FOUND',
  getInvoice: 'INVOICE_NOT_FOUND',
  getInvoicePdf: 'INVOICE_NOT_FOUND',
  requestLeadReplacement: 'LEAD_NOT_FOUND',
  getReturnRate: 'LEAD_NOT_FOUND',
  getPipelineCard: 'LEAD_NOT_FOUND',
  movePipelineCard: 'LEAD_NOT_FOUND',
  undoPipelineMove: 'LEAD_NOT_FOUND',
  setFollowUp: 'LEAD_NOT_FOUND',
  addPurchaseNote: 'LEAD_NOT_FOUND',
  recordContact: 'LEAD_NOT_FOUND',
  editPurchaseNote: 'PIPELINE_ENTRY_NOT_FOUND',
  deletePurchaseNote: 'PIPELINE_ENTRY_NOT_FOUND',
  setContactOutcome: 'PIPELINE_ENTRY_NOT_FOUND',
  getReplacementRequestOfUserById: 'USER_NOT_FOUND',
  getUserKyc: 'FILE_NOT_FOUND',
  addRequestPicture: 'REPLACEMENT_NOT_FOUND',
  removeRequestPicture: 'FILE_NOT_FOUND',
  getRequestPicture: 'FILE_NOT_FOUND',
  answerCallReport: 'CALL_REPORT_NOT_FOUND',
  getQuotePdf: 'QUOTE_NOT_FOUND',
  getQuoteTemplate: 'QUOTE_TEMPLATE_NOT_FOUND',
  createQuoteTemplate: 'QUOTE_NOT_FOUND',
  updateQuoteTemplate: 'QUOTE_TEMPLATE_NOT_FOUND',
  deleteQuoteTemplate: 'QUOTE_TEMPLATE_NOT_FOUND',
  getAgencyLogo: 'FILE_NOT_FOUND',
  getPurchaseQuote: 'LEAD_NOT_FOUND',
  openQuoteDraft: 'LEAD_NOT_FOUND',
  getQuote: 'QUOTE_NOT_FOUND',
  getQuoteVersion: 'QUOTE_NOT_FOUND',
  saveQuoteDraft: 'QUOTE_NOT_FOUND',
  discardQuoteDraft: 'QUOTE_NOT_FOUND',
  sendQuote: 'QUOTE_NOT_FOUND',
  createQuoteLink: 'QUOTE_NOT_FOUND',
  mailQuote: 'QUOTE_NOT_FOUND',
  withdrawQuote: 'QUOTE_NOT_FOUND',
  updateSavedSearch: 'SAVED_SEARCH_NOT_FOUND',
  deleteSavedSearch: 'SAVED_SEARCH_NOT_FOUND',
  markSavedSearchSeen: 'SAVED_SEARCH_NOT_FOUND',
  removePushDevice: 'PUSH_DEVICE_NOT_FOUND',
  sendTestAlert: 'PUSH_DEVICE_NOT_FOUND',
  listSkippedLeads: 'SAVED_SEARCH_NOT_FOUND',
  previewAutomaticBuying: 'SAVED_SEARCH_NOT_FOUND',
  setAutomaticBuying: 'SAVED_SEARCH_NOT_FOUND',
  pauseAutomaticBuying: 'SAVED_SEARCH_NOT_FOUND',
}

/** Filters that no lead of this file fits, so that no background task buys between two fingerprints. */
const noLead = { destination: 'Nowhere' }
const automaticCaps = { dailyAmount: 500, dailyLeads: 5, maxPrice: 60, walletFloor: 100 }

const leadForm = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@example.com',
  city: 'Pune',
  destination: 'Goa',
}

const enquiryForm = () => ({
  name: 'Asha Rao',
  phone: `+91${String(Math.random()).slice(2, 12).padEnd(10, '0')}`,
  consent: true,
})

const emptyQuote = {
  title: '',
  days: [],
  inclusions: '',
  exclusions: '',
  terms: '',
  pricePerPersonPaise: 0,
  persons: 1,
  gst: 'none',
  validUntil: null,
}
const planForm = () => ({
  planId: uniqueText(),
  planName: 'Explorer',
  price: 500,
  description: 'Leads for a month',
  validity: 30,
  numberOfLeads: 10,
})

async function makeNote({ database }: TestApp, agent: MadeUser): Promise<string> {
  const id = uuidv7()
  const leadId = await makePurchase(database, agent.id)
  await addNote(database, agent.id, { id, leadId, text: 'Wants a pool' })
  return id
}

/** A valid request to each call about `agent`, so that only the caller can be the reason for a refusal. */
const requests: Record<string, (app: TestApp, agent: MadeUser) => Promise<TestInput>> = {
  login: async (_, agent) => ({
    body: { emailOrPhone: agent.email, password: factoryPassword },
  }),
  register: async () => ({
    body: formOf({
      name: 'New Agent',
      email: `${uniqueText()}@example.com`,
      password: 'Agent@12345',
      phone: `+91${String(Math.random()).slice(2, 12).padEnd(10, '0')}`,
      companyName: 'New Travels',
      city: 'Pune',
    }),
  }),
  refresh: async () => ({}),
  logout: async () => ({}),
  me: async () => ({}),
  forgotPassword: async (_, agent) => ({ body: { email: agent.email } }),
  reSendOtp: async (_, agent) => ({ body: { email: agent.email } }),
  verifyUserOtp: async (app, agent) => ({
    body: { email: agent.email, otp: await makeResetCode(app.database, agent) },
  }),
  changePassword: async (app, agent) => ({
    headers: { cookie: `raahi_reset=${await makeResetTicket(app.database, agent)}` },
    body: {
      email: agent.email,
      newPassword: factoryPassword,
      confirmNewPassword: factoryPassword,
    },
  }),
  confirmEmail: async (app, agent) => ({
    body: { token: await makeConfirmationToken(app.database, agent) },
  }),
  resendConfirmation: async (app, agent) => {
    await app.db
      .updateTable('users')
      .set({ email_confirmed_at: null })
      .where('id', '=', agent.id)
      .execute()
    return {}
  },
  getUserById: async (_, agent) => ({ params: { id: agent.id } }),
  getUserKyc: async (_, agent) => ({ params: { userId: agent.id } }),
  listUsers: async () => ({ query: { name: 'agent', page: 2 } }),
  updateUser: async (_, agent) => ({
    body: { userId: agent.id, name: 'Asha Rao', email: agent.email },
  }),
  suspendUser: async (_, agent) => ({
    params: { userId: agent.id },
    query: { status: 'suspended' },
  }),
  updateImageOfUser: async () => ({
    body: formOf({}, { field: 'profile', name: 'me.png', bytes: await onePixel }),
  }),
  changeOwnPassword: async () => ({
    body: {
      currentPassword: factoryPassword,
      newPassword: 'another one',
      confirmNewPassword: 'another one',
    },
  }),
  listOwnSessions: async () => ({}),
  listUserSessions: async (_, agent) => ({ params: { userId: agent.id } }),
  endOwnSession: async (app, agent) => ({ params: { id: await sessionOf(app, agent) } }),
  endOwnSessions: async () => ({}),
  verifyTwoFactor: async (app) => {
    const admin = await makeAdmin(app.db)
    const { recoveryCodes } = await giveTwoFactor(app, admin)
    return { body: { challenge: await makeChallenge(app, admin), code: recoveryCodes[0] } }
  },
  getTwoFactor: async () => ({}),
  startTwoFactor: async () => ({ body: { currentPassword: factoryPassword } }),
  confirmTwoFactor: async (app) => ({
    body: { code: codeOf(await giveSetup(app, await newestAdmin(app))) },
  }),
  renewRecoveryCodes: async (app) => {
    const { key } = await giveTwoFactor(app, await newestAdmin(app))
    return { body: { currentPassword: factoryPassword, code: codeOf(key) } }
  },
  turnOffTwoFactor: async (app) => {
    const { key } = await giveTwoFactor(app, await newestAdmin(app))
    return { body: { currentPassword: factoryPassword, code: codeOf(key) } }
  },
  getDashboard: async () => ({}),
  getOverview: async () => ({}),
  listLeads: async () => ({ query: { limit: 4 } }),
  followLeadEvents: async () => ({ query: { once: 'true' } }),
  listLeadSuggestions: async () => ({ query: { field: 'city', text: 'pu' } }),
  getLeadPreferences: async () => ({}),
  getOwnKyc: async () => ({}),
  submitKyc: async () => ({ body: formOf({}, { name: 'pan.png', bytes: await onePixel }) }),
  listKyc: async () => ({ query: { status: 'submitted' } }),
  decideKyc: async (app, agent) => {
    const { kyc_version: version } = await app.db
      .updateTable('users')
      .set({ kyc_file: uuidv7(), kyc_name: 'pan.pdf', kyc_type: 'application/pdf' })
      .where('id', '=', agent.id)
      .returning('kyc_version')
      .executeTakeFirstOrThrow()
    return { params: { userId: agent.id }, body: { version, action: 'approve' } }
  },
  listFailedJobs: async () => ({}),
  retryFailedJob: async (app) => ({ params: { id: await makeFailedJob(app.db) } }),
  retryFailedJobs: async () => ({}),
  getSettings: async () => ({}),
  changeSettings: async () => ({ body: { version: 0, buyingNeedsKyc: false } }),
  listReturnPolicies: async () => ({}),
  previewReturnPolicy: async () => ({
    query: previewQuery(firstTerms),
  }),
  // The present terms: a call changes nothing, so that each actor may repeat it.
  changeReturnPolicy: async () => ({ body: { version: 1, ...firstTerms } }),
  getReturnFigures: async () => ({}),
  getReturnOdds: async () => ({}),
  getLeadOdds: async (app) => ({ params: { id: await makeLead(app.db) } }),
  setLeadPreferences: async () => ({ body: { quickFilters: ['available'] } }),
  listSavedSearches: async () => ({}),
  createSavedSearch: async () => ({ body: { name: 'Goa', destination: 'Goa' } }),
  updateSavedSearch: async (app, agent) => ({
    params: { id: await makeSavedSearch(app.db, agent.id) },
    body: { name: 'Kerala', destination: 'Kerala' },
  }),
  deleteSavedSearch: async (app, agent) => ({
    params: { id: await makeSavedSearch(app.db, agent.id) },
  }),
  markSavedSearchSeen: async (app, agent) => ({
    params: { id: await makeSavedSearch(app.db, agent.id) },
  }),
  getPushAlerts: async () => ({}),
  addPushDevice: async () => ({ body: makeSubscription() }),
  removePushDevice: async (app, agent) => ({ params: { id: await addBrowser(app, agent) } }),
  sendTestAlert: async (app, agent) => ({ params: { id: await addBrowser(app, agent) } }),
  listAutomaticBuying: async () => ({}),
  listSkippedLeads: async (app, agent) => ({
    params: { id: await makeSavedSearch(app.db, agent.id) },
  }),
  previewAutomaticBuying: async (app, agent) => ({
    params: { id: await makeSavedSearch(app.db, agent.id) },
    body: automaticCaps,
  }),
  setAutomaticBuying: async (app, agent) => {
    await app.db
      .updateTable('users')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', agent.id)
      .execute()
    return {
      params: { id: await makeSavedSearch(app.db, agent.id, noLead) },
      body: {
        ...automaticCaps,
        endsOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
        currentPassword: factoryPassword,
      },
    }
  },
  pauseAutomaticBuying: async (app, agent) => {
    const search = await makeSavedSearch(app.db, agent.id, noLead)
    await makeRule(app.db, agent.id, {}, search)
    return { params: { id: search } }
  },
  getAlertSettings: async () => ({}),
  setAlertSettings: async () => ({ body: { quietHours: { from: '22:00', to: '07:00' } } }),
  getPipeline: async () => ({}),
  getPipelineColumn: async () => ({ params: { column: 'new' } }),
  listPipelineCards: async () => ({}),
  getPipelineCard: async (app, agent) => ({
    params: { leadId: await makePurchase(app.database, agent.id) },
  }),
  movePipelineCard: async (app, agent) => ({
    params: { leadId: await makePurchase(app.database, agent.id) },
    body: { to: 'contacted', version: 0 },
  }),
  undoPipelineMove: async (app, agent) => {
    const leadId = await makePurchase(app.database, agent.id)
    const of = { userId: agent.id, leadId }
    const { moveId } = await moveCard(app.database, of, { to: 'contacted', version: 0 })
    return { params: { leadId }, body: { moveId } }
  },
  setFollowUp: async (app, agent) => ({
    params: { leadId: await makePurchase(app.database, agent.id) },
    body: { followUp: null },
  }),
  getFollowUps: async () => ({}),
  getPipelineSettings: async () => ({}),
  setPipelineSettings: async () => ({ body: { mailReminders: true } }),
  exportPipeline: async () => ({}),
  getPipelineWorth: async () => ({}),
  addPurchaseNote: async (app, agent) => ({
    body: {
      id: uuidv7(),
      leadId: await makePurchase(app.database, agent.id),
      text: 'Wants a pool',
    },
  }),
  editPurchaseNote: async (app, agent) => ({
    params: { id: await makeNote(app, agent) },
    body: { text: 'Wants two pools', version: 1 },
  }),
  deletePurchaseNote: async (app, agent) => ({ params: { id: await makeNote(app, agent) } }),
  recordContact: async (app, agent) => ({
    body: {
      id: uuidv7(),
      leadId: await makePurchase(app.database, agent.id),
      channel: 'call',
    },
  }),
  setContactOutcome: async (app, agent) => {
    const id = uuidv7()
    const leadId = await makePurchase(app.database, agent.id)
    await recordContact(app.database, agent.id, { id, leadId, channel: 'call' })
    return { params: { id }, body: { outcome: 'talked' } }
  },
  listMessageTemplates: async () => ({}),
  setMessageTemplate: async () => ({
    params: { channel: 'whatsapp' },
    body: { template: { text: 'Hello {name}' } },
  }),
  getLead: async (app) => ({ params: { id: await makeLead(app.db) } }),
  createLead: async () => ({ body: leadForm }),
  updateLead: async (app) => ({ params: { id: await makeLead(app.db) }, body: leadForm }),
  deleteLead: async (app) => ({ params: { id: await makeLead(app.db) } }),
  buyLead: async (app) => ({ body: { leadId: await makeLead(app.db) } }),
  getUserLead: async (_, agent) => ({ params: { userId: agent.id } }),
  listPurchases: async (_, agent) => ({ query: { userId: agent.id } }),
  getPurchaseFigures: async () => ({}),
  exportPurchases: async () => ({}),
  listLeadCosts: async () => ({}),
  setLeadCost: async () => ({ body: { type: 'both', price: 50 } }),
  updateLeadCost: async (app) => ({ params: { id: await anyLeadCost(app) }, body: { price: 50 } }),
  deleteLeadCost: async (app) => ({ params: { id: await anyLeadCost(app) } }),
  listPlans: async () => ({}),
  createPlan: async () => ({ body: planForm() }),
  updatePlan: async (app) => ({ params: { id: (await makePlan(app.db)).id }, body: planForm() }),
  deletePlan: async (app) => ({ params: { id: (await makePlan(app.db)).id } }),
  getAllPlansOfUser: async (_, agent) => ({ query: { userId: agent.id } }),
  addUsersPlanByAdmin: async (app, agent) => ({
    body: { userId: agent.id, planId: (await makePlan(app.db)).id },
  }),
  purchasePlan: async (app, agent) => {
    const plan = await makePlan(app.db)
    await givePlan(app.database, agent.id, plan)
    return { body: { planId: plan.id } }
  },
  createorderPlan: async (app) => ({ body: { planId: (await makePlan(app.db)).id } }),
  createorderWallet: async () => ({ body: { amount: 100 } }),
  paymentVerification: async (app, agent) => ({
    body: await openGateway(app).pay(await orderOf(app, agent)),
  }),
  getOrder: async (app, agent) => ({ params: { orderId: await orderOf(app, agent) } }),
  listMyInvoices: async () => ({}),
  listInvoices: async () => ({ query: { kind: 'invoice' } }),
  exportInvoices: async () => ({ query: { kind: 'invoice' } }),
  getInvoice: async (app, agent) => ({ params: { id: await makeInvoice(app, agent) } }),
  getInvoicePdf: async (app, agent) => ({ params: { id: await makeInvoice(app, agent) } }),
  requestLeadReplacement: async (app, agent) => ({
    body: { leadId: await makePurchase(app.database, agent.id), reason: 'Wrong number' },
  }),
  getReturnRate: async (app, agent) => ({
    params: { leadId: await makePurchase(app.database, agent.id) },
  }),
  getReplacementRequestOfUserById: async (_, agent) => ({ params: { userId: agent.id } }),
  getAllLeadReplacementRequests: async () => ({}),
  approveLeadReplacement: async (app, agent) => {
    const leadId = await makePurchase(app.database, agent.id)
    const requestId = await makeRequest(app.database, agent.id, leadId)
    return { body: { requestId, action: 'rejected' } }
  },
  addRequestPicture: async (app, agent) => {
    const leadId = await makePurchase(app.database, agent.id)
    const requestId = await makeRequest(app.database, agent.id, leadId)
    const picture = { field: 'picture', name: 'chat.png', bytes: await onePixel }
    return { params: { requestId }, body: formOf({}, picture) }
  },
  removeRequestPicture: (app, agent) => ownPicture(app, agent),
  getRequestPicture: (app, agent) => ownPicture(app, agent),
  adminWalletRecharge: async (_, agent) => ({ body: { userId: agent.id, amount: 10 } }),
  myTransactions: async () => ({}),
  getUserStatement: async (_, agent) => ({ params: { userId: agent.id } }),
  exportMyTransactions: async () => ({}),
  // No day is sealed.
  getMyReceipt: async () => ({}),
  getUserReceipt: async (_, agent) => ({ params: { userId: agent.id } }),
  getChainHead: async () => ({}),
  allTransactions: async () => ({ query: { limit: 2 } }),
  getTransactionSummary: async () => ({}),
  listAuditLog: async () => ({ query: { limit: 2 } }),
  listAuditActions: async () => ({}),
  createEnquiry: async () => ({ body: enquiryForm() }),
  getOwnEnquiry: async (app) => ({ params: { token: (await makeEnquiry(app.db)).token } }),
  correctOwnEnquiry: async (app) => ({
    params: { token: (await makeEnquiry(app.db)).token },
    body: { name: 'Asha Rao', phone: '9876543210' },
  }),
  withdrawOwnEnquiry: async (app) => ({ params: { token: (await makeEnquiry(app.db)).token } }),
  verifyOwnEmail: async (app) => {
    const { token, emailKey: key } = await makeEnquiry(app.db)
    return { params: { token }, body: { key } }
  },
  reportNoCall: async (app, agent) => ({
    params: { token: (await makeOldPurchase(app, agent.id)).token },
  }),
  answerCallReport: async (app, agent) => {
    const { token, purchaseId } = await makeOldPurchase(app, agent.id)
    await app.call(reportNoCall, { params: { token } })
    return { params: { id: purchaseId }, body: { answer: 'will-call-today' } }
  },
  answerOwnQuestion: async (app, agent) => ({
    params: { token: await makeQuestion(app.database, agent.id) },
    body: { answer: 'planning' },
  }),
  getPurchaseQuote: async (app, agent) => ({
    params: { id: (await makeSentQuote(app.database, agent.id)).purchaseId },
  }),
  openQuoteDraft: async (app, agent) => ({
    params: { id: (await makeSentQuote(app.database, agent.id)).purchaseId },
  }),
  getQuote: async (app, agent) => ({
    params: { id: (await makeSentQuote(app.database, agent.id)).id },
  }),
  getQuoteVersion: async (app, agent) => ({
    params: { id: (await makeSentQuote(app.database, agent.id)).id, version: '1' },
  }),
  saveQuoteDraft: async (app, agent) => {
    const { id, revision } = await makeQuoteDraft(app.database, agent.id)
    return { params: { id }, body: { ...emptyQuote, revision } }
  },
  discardQuoteDraft: async (app, agent) => ({
    params: { id: (await makeQuoteDraft(app.database, agent.id)).id },
  }),
  sendQuote: async (app, agent) => {
    const { id, revision } = await makeQuoteDraft(app.database, agent.id)
    return { params: { id }, body: { revision } }
  },
  createQuoteLink: async (app, agent) => ({
    params: { id: (await makeSentQuote(app.database, agent.id)).id },
  }),
  mailQuote: async (app, agent) => ({
    params: { id: (await makeSentQuote(app.database, agent.id)).id },
  }),
  withdrawQuote: async (app, agent) => ({
    params: { id: (await makeSentQuote(app.database, agent.id)).id },
  }),
  getQuotePdf: async (app, agent) => ({
    params: { id: (await makeSentQuote(app.database, agent.id)).id, version: '1' },
  }),
  getSharedQuotePdf: async (app, agent) => ({
    body: { secret: (await makeSentQuote(app.database, agent.id)).secret },
  }),
  getSharedQuoteLogo: async (app, agent) => {
    await storeLogo(app, agent.id, await onePixel)
    return { body: { secret: (await makeSentQuote(app.database, agent.id)).secret } }
  },
  listQuoteTemplates: async () => ({}),
  getQuoteTemplate: async (app, agent) => ({
    params: { id: await makeQuoteTemplate(app.database, agent.id) },
  }),
  createQuoteTemplate: async (app, agent) => {
    const { id: quoteId } = await makeSentQuote(app.database, agent.id)
    return { body: { quoteId, name: uniqueText(), destination: 'Goa' } }
  },
  updateQuoteTemplate: async (app, agent) => ({
    params: { id: await makeQuoteTemplate(app.database, agent.id) },
    body: { name: uniqueText(), destination: '' },
  }),
  deleteQuoteTemplate: async (app, agent) => ({
    params: { id: await makeQuoteTemplate(app.database, agent.id) },
  }),
  setAgencyLogo: async () => ({
    body: formOf({}, { field: 'logo', name: 'logo.png', bytes: await onePixel }),
  }),
  removeAgencyLogo: async () => ({}),
  getAgencyLogo: async (app, agent) => {
    await storeLogo(app, agent.id, await onePixel)
    return {}
  },
  readSharedQuote: async (app, agent) => ({
    body: { secret: (await makeSentQuote(app.database, agent.id)).secret },
  }),
  answerSharedQuote: async (app, agent) => ({
    body: {
      secret: (await makeSentQuote(app.database, agent.id)).secret,
      version: 1,
      kind: 'like',
    },
  }),
  sendOwnLink: async () => ({ body: { contact: 'asha@example.com' } }),
  requestPhoneCode: async (app) => ({ params: { token: (await makeEnquiry(app.db)).token } }),
  verifyOwnPhone: async (app) => {
    const { id, token } = await makeEnquiry(app.db)
    return { params: { token }, body: { code: await makePhoneCode(app.database, id) } }
  },
  listEnquiries: async () => ({ query: { limit: 2 } }),
  countWaiting: async () => ({}),
  convertEnquiry: async (app) => ({
    params: { id: (await makeEnquiry(app.db)).id },
    body: leadForm,
  }),
  rejectEnquiry: async (app) => ({
    params: { id: (await makeEnquiry(app.db)).id },
    body: { reason: 'spam' },
  }),
  getLeadOrigin: async (app) => ({ params: { id: await makeLead(app.db) } }),
  listLeadOrigins: async (app) => ({ query: { ids: await makeLead(app.db) } }),
  createContactMessage: async () => ({
    body: { name: 'Asha Rao', email: `${uniqueText()}@example.com`, message: 'Do you do Ladakh?' },
  }),
  listContactMessages: async () => ({ query: { limit: 2 } }),
  markContactMessage: async (app) => ({
    params: { id: await makeContactMessage(app.db) },
    body: { answered: true },
  }),
  findPersonalData: async () => ({ body: { phone: '9876500000' } }),
  exportPersonalData: async () => ({ body: { phone: '9876500000' } }),
  erasePersonalData: async () => ({ body: { phone: '9876500000' } }),
  exportTransactions: async () => ({ query: { method: 'lead_wallet' } }),
}

/** An enquiry that this agent bought two days ago. */
async function makeOldPurchase({ db, database }: TestApp, agentId: string) {
  const admin = await newestAdmin({ db })
  const enquiry = await makeEnquiryLead(db, admin.id)
  const purchaseId = await buyEnquiryLead(database, agentId, enquiry.leadId, { hoursAgo: 48 })
  return { ...enquiry, purchaseId }
}

/** The admin of the test data. */
async function newestAdmin({ db }: Pick<TestApp, 'db'>): Promise<{ id: string }> {
  return db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

async function makeInvoice({ database, config }: TestApp, { id: userId }: MadeUser) {
  const { invoiceId } = await withTransaction(database, (tx) =>
    captureTopUp(tx, config, { userId, amountPaise: 118_00 }),
  )
  return invoiceId
}

const onePixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#f5a623' } })
  .png()
  .toBuffer()

/** A live session of this agent; a new one if the last one was ended. */
/** A picture of a pending request. */
async function ownPicture(app: TestApp, agent: MadeUser) {
  const leadId = await makePurchase(app.database, agent.id)
  const requestId = await makeRequest(app.database, agent.id, leadId)
  return { params: { pictureId: await storeRequestPicture(app, requestId, await onePixel) } }
}

async function sessionOf({ db }: TestApp, { id }: MadeUser): Promise<string> {
  const { id: sessionId } = await db
    .insertInto('sessions')
    .values({ id: uuidv7(), user_id: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return sessionId
}

/** A top-up order of this agent. The reconciler checks it a minute later, during no other call. */
async function orderOf(app: TestApp, agent: MadeUser): Promise<string> {
  const { data } = await app.as(agent).call(createOrderWallet, { body: { amount: 100 } })
  await app.db
    .updateTable('orders')
    .set({ next_check_at: null })
    .where('gateway_order_id', '=', data.orderId ?? '')
    .execute()
  return data.orderId ?? ''
}

let app: TestApp
const routes: string[] = []

beforeAll(async () => {
  const noteRoutes = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
  }
  subscribe('fastify.initialization', noteRoutes)
  app = await createTestApp({ runsTasks: false })
  unsubscribe('fastify.initialization', noteRoutes)
  // The stand-in gateway is a part of the product and is called over HTTP.
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  await openGateway(app).behave({ webhooks: 'drop' })
})
afterAll(() => app.close())

async function anyLeadCost({ db }: TestApp): Promise<string> {
  await setLeadPrice(db, 'domestic', 5000)
  const { id } = await db.selectFrom('lead_costs').select('id').executeTakeFirstOrThrow()
  return id
}

/** The actors of one row of the table, each with its token. */
async function createActors() {
  const { db, database } = app
  const [agent, other, expired, refresh, ended, suspended, admin] = [
    await makeAgent(db),
    await makeAgent(db),
    await makeAgent(db),
    await makeAgent(db),
    await makeAgent(db),
    await makeAgent(db),
    await makeAdmin(db),
  ]
  for (const user of [agent, other]) await giveMoney(database, user.id, 100_000)
  await db
    .updateTable('session_tokens')
    .set({ expires_at: sql`now() - interval '1 millisecond'` })
    .where('token_hash', '=', hashToken(expired.token))
    .execute()
  await db
    .updateTable('session_tokens')
    .set({ kind: 'refresh' })
    .where('token_hash', '=', hashToken(refresh.token))
    .execute()
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', ended.id)
    .execute()
  await db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', suspended.id)
    .execute()
  const tokens: Record<Actor, string | null> = {
    anonymous: null,
    garbage: 'x'.repeat(43),
    expired: expired.token,
    refresh: refresh.token,
    ended: ended.token,
    suspended: suspended.token,
    agent: agent.token,
    other: other.token,
    admin: admin.token,
  }
  return { agent, tokens }
}

/** A hash for each table. */
type Fingerprint = Record<string, string>

/** A hash of the version of every row of every table, except those of the gateway. */
async function fingerprint(): Promise<Fingerprint> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename !~ '^sandbox_'`.execute(app.db)
  // Every write changes one of them.
  const rowVersion = sql`concat(t.ctid, ' ', t.xmin)`
  // Uploads and changes of the pipeline count against the limit of their caller before the owner is read.
  const rateLimitVersion = sql`case when t.key !~ '^(request pictures|pipeline) of ' then ${rowVersion} end`
  const hashes = tables.map(({ name }) => {
    const version = name === 'rate_limits' ? rateLimitVersion : rowVersion
    return sql`select ${name}::text as name,
      (select md5(coalesce(string_agg(${version}, ',' order by t.ctid), '')) from ${sql.table(name)} t) as hash`
  })
  const { rows } = await sql<{ name: string; hash: string }>`
    ${sql.join(hashes, sql` union all `)}`.execute(app.db)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

function expectedOf(spec: EndpointSpec): Record<Actor, number> {
  const cells = (outcomes[spec.name] ?? '').trim().split(/\s+/).map(Number)
  return Object.fromEntries(actors.map((actor, i) => [actor, cells[i]])) as Record<Actor, number>
}

describe('every route is declared', () => {
  const contract = new Set(
    endpoints.map((spec) => `${spec.method} ${spec.path.replace(/\{(\w+)\}/g, ':$1')}`),
  )

  it('each route is a call of the contract or in the short list of others', () => {
    expect(routes.length).toBeGreaterThan(endpoints.length)
    const unknown = routes.filter((route) => {
      // HEAD is answered by the GET route of the same address, behind the same check.
      const asGet = route.replace(/^HEAD /, 'GET ')
      return !contract.has(asGet) && !otherRoutes.some((known) => known.test(asGet))
    })
    expect(unknown).toEqual([])
  })

  it('each call of the contract has one route', () => {
    for (const call of contract) expect(routes.filter((route) => route === call)).toEqual([call])
  })

  it('the table below has an entry for each call, and no other entry', () => {
    const names = endpoints.map((spec) => spec.name).sort()
    expect(new Set(names).size).toBe(names.length)
    expect(Object.keys(outcomes).sort()).toEqual(names)
    expect(Object.keys(requests).sort()).toEqual(names)
    for (const spec of endpoints) {
      expect(Object.values(expectedOf(spec)).filter(Boolean), spec.name).toHaveLength(actors.length)
    }
  })
})

describe('access', () => {
  it.each(endpoints)('$name', async (spec) => {
    const expected = expectedOf(spec)
    await untilJobsDone(app.database) // Jobs of earlier calls write too.
    const { agent, tokens } = await createActors()
    await setLeadPrice(app.db, 'both', 5000)
    const callAs = async (actor: Actor, input: TestInput) => {
      const token = tokens[actor]
      const answer = await (token ? app.as({ token }) : app).call(spec, input)
      expect(answer.status, `${actor}: ${answer.text}`).toBe(expected[actor])
      return answer
    }
    const makeInput = async () => (await requests[spec.name]?.(app, agent)) ?? {}
    const refused = actors.filter((actor) => expected[actor] >= 400)
    if (refused.length > 0) {
      const input = await makeInput()
      const before = await fingerprint()
      for (const actor of refused) {
        const { status, code } = await callAs(actor, input)
        expect(code, actor).toBe(codes[status] ?? notFound[spec.name])
      }
      expect(await fingerprint(), `one of ${refused} changed something`).toEqual(before)
    }
    for (const actor of actors) {
      if (expected[actor] < 400) await callAs(actor, await makeInput())
    }
  })

  it('the fingerprint changes with one changed field', async () => {
    const id = await makeLead(app.db)
    const before = await fingerprint()
    expect(await fingerprint()).toEqual(before)
    await app.db.updateTable('leads').set({ infant: 1 }).where('id', '=', id).execute()
    expect(await fingerprint()).not.toEqual(before)
  })

  it('access is decided before the body is read, so a refused caller learns nothing about the body', async () => {
    const { tokens } = await createActors()
    for (const spec of endpoints.filter(({ body, access }) => body && access === 'admin')) {
      const params = { id: 'no-id', userId: 'no-id' }
      const anonymous = await app.call(spec, { params, body: { wrong: 1 } })
      expect([anonymous.status, anonymous.code]).toEqual([401, 'UNAUTHENTICATED'])
      const agent = app.as({ token: tokens.agent ?? '' })
      const refused = await agent.call(spec, { params, body: { wrong: 1 } })
      expect([refused.status, refused.code]).toEqual([403, 'FORBIDDEN'])
      expect(refused.fieldErrors).toBeUndefined()
    }
  })

  it('HEAD needs the same rights as GET', async () => {
    const { agent, tokens } = await createActors()
    const reads = endpoints.filter(({ method }) => method === 'GET')
    expect(reads.length).toBeGreaterThan(5)
    for (const spec of reads) {
      const { query = {}, params = {} } = (await requests[spec.name]?.(app, agent)) ?? {}
      const url = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? agent.id)
      const headRequest = { method: 'HEAD', url, query: query as Record<string, string> } as const
      const anonymous = await app.app.inject(headRequest)
      // A file has no HEAD route.
      expect(anonymous.statusCode, spec.name).toBe(
        spec.answerType ? 404 : expectedOf(spec).anonymous,
      )
      const authorization = `Bearer ${tokens.other}`
      const other = await app.app.inject({ ...headRequest, headers: { authorization } })
      expect(other.statusCode, spec.name).toBe(spec.answerType ? 404 : expectedOf(spec).other)
    }
  })

  it('a token is accepted only in the authorization header', async () => {
    const { tokens } = await createActors()
    const token = tokens.admin ?? ''
    for (const request of [
      { url: `/api/auth/me?access_token=${token}` },
      { url: `/api/auth/me?token=${token}` },
      { url: '/api/auth/me', headers: { cookie: `accessToken=${token}; token=${token}` } },
      { url: '/api/auth/me', headers: { 'x-access-token': token } },
      { url: '/api/auth/me', headers: { authorization: token } },
      { url: '/api/auth/me', headers: { authorization: `Basic ${token}` } },
    ]) {
      expect((await app.app.inject(request)).statusCode, JSON.stringify(request)).toBe(401)
    }
  })
})
