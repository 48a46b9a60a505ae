import * as agencyLogo from './agency-logo.ts'
import * as auditLog from './audit-log.ts'
import * as auth from './auth.ts'
import * as automaticBuying from './automatic-buying.ts'
import { answerCallReport } from './call-reports.ts'
import * as contact from './contact.ts'
import * as contactLog from './contact-log.ts'
import * as dashboard from './dashboard.ts'
import * as emailConfirmation from './email-confirmation.ts'
import type { EndpointSpec } from './endpoint.ts'
import * as enquiries from './enquiries.ts'
import * as failedJobs from './failed-jobs.ts'
import { receiveGoogleLead } from './google-ads.ts'
import * as imports from './imports.ts'
import * as intake from './intake.ts'
import * as invoices from './invoices.ts'
import * as keys from './keys.ts'
import * as kyc from './kyc.ts'
import * as leadCosts from './lead-costs.ts'
import { followLeadEvents } from './lead-events.ts'
import * as leadPreferences from './lead-preferences.ts'
import { listLeadSuggestions } from './lead-suggestions.ts'
import * as leads from './leads.ts'
import * as ledgerReceipts from './ledger-receipts.ts'
import * as members from './members.ts'
import * as messageTemplates from './message-templates.ts'
import * as metaAds from './meta-ads.ts'
import * as moneyRequests from './money-requests.ts'
import * as moneyTimeline from './money-timeline.ts'
import * as ownEnquiry from './own-enquiry.ts'
import * as passwordReset from './password-reset.ts'
import * as payments from './payments.ts'
import * as personalData from './personal-data.ts'
import * as pipeline from './pipeline.ts'
import { getPipelineWorth } from './pipeline-worth.ts'
import * as plans from './plans.ts'
import * as priceAgeing from './price-ageing.ts'
import * as profile from './profile.ts'
import { readPurchaseFeed } from './purchase-feed.ts'
import * as purchaseNotes from './purchase-notes.ts'
import * as purchases from './purchases.ts'
import * as pushAlerts from './push-alerts.ts'
import * as quoteTemplates from './quote-templates.ts'
import * as quotes from './quotes.ts'
import { findRecords } from './record-search.ts'
import {
  addRequestPicture,
  getRequestPicture,
  removeRequestPicture,
} from './replacement-pictures.ts'
import * as replacements from './replacements.ts'
import { getReturnFigures } from './return-figures.ts'
import * as returnOdds from './return-odds.ts'
import * as returnPolicy from './return-policy.ts'
import { getRevenue } from './revenue.ts'
import * as savedSearches from './saved-searches.ts'
import * as settings from './settings.ts'
import { getSiteFigures } from './site-figures.ts'
import * as sources from './sources.ts'
import * as staff from './staff.ts'
import * as statements from './statements.ts'
import * as transactions from './transactions.ts'
import * as twoFactor from './two-factor.ts'
import { updateUser } from './update-user.ts'
import * as users from './users.ts'
import * as wallets from './wallets.ts'
import * as webhooks from './webhooks.ts'

/** Every call of the API. The server does not start if one of them has no route. */
export const endpoints: readonly EndpointSpec[] = [
  auth.login,
  auth.register,
  auth.refresh,
  auth.logout,
  auth.me,
  passwordReset.forgotPassword,
  passwordReset.reSendOtp,
  passwordReset.verifyUserOtp,
  passwordReset.changePassword,
  emailConfirmation.confirmEmail,
  emailConfirmation.resendConfirmation,
  users.getUserById,
  users.getUserKyc,
  users.listUsers,
  updateUser,
  users.suspendUser,
  profile.updateImageOfUser,
  profile.changeOwnPassword,
  profile.listOwnSessions,
  profile.listUserSessions,
  profile.endOwnSession,
  profile.endOwnSessions,
  members.listMemberNames,
  members.listMembers,
  members.inviteMember,
  members.withdrawInvitation,
  members.readInvitation,
  members.acceptInvitation,
  members.updateMember,
  members.handOverAgency,
  members.markRoleShown,
  members.assignLeads,
  twoFactor.verifyTwoFactor,
  twoFactor.getTwoFactor,
  twoFactor.startTwoFactor,
  twoFactor.confirmTwoFactor,
  twoFactor.renewRecoveryCodes,
  twoFactor.turnOffTwoFactor,
  dashboard.getDashboard,
  dashboard.getOverview,
  getRevenue,
  leads.listLeads,
  followLeadEvents,
  leads.getLead,
  listLeadSuggestions,
  leadPreferences.getLeadPreferences,
  leadPreferences.setLeadPreferences,
  quotes.getPurchaseQuote,
  quotes.openQuoteDraft,
  quotes.getQuote,
  quotes.getQuoteVersion,
  quotes.getLastQuote,
  quotes.saveQuoteDraft,
  quotes.discardQuoteDraft,
  quotes.sendQuote,
  quotes.createQuoteLink,
  quotes.mailQuote,
  quotes.withdrawQuote,
  quotes.readSharedQuote,
  quotes.answerSharedQuote,
  quotes.getQuotePdf,
  quotes.getSharedQuotePdf,
  quotes.getSharedQuoteLogo,
  quoteTemplates.listQuoteTemplates,
  quoteTemplates.getQuoteTemplate,
  quoteTemplates.createQuoteTemplate,
  quoteTemplates.updateQuoteTemplate,
  quoteTemplates.deleteQuoteTemplate,
  agencyLogo.setAgencyLogo,
  agencyLogo.removeAgencyLogo,
  agencyLogo.getAgencyLogo,
  savedSearches.listSavedSearches,
  savedSearches.createSavedSearch,
  savedSearches.updateSavedSearch,
  savedSearches.deleteSavedSearch,
  savedSearches.markSavedSearchSeen,
  automaticBuying.listAutomaticBuying,
  automaticBuying.listSkippedLeads,
  automaticBuying.previewAutomaticBuying,
  automaticBuying.setAutomaticBuying,
  automaticBuying.pauseAutomaticBuying,
  savedSearches.getAlertSettings,
  savedSearches.setAlertSettings,
  pushAlerts.getPushAlerts,
  pushAlerts.addPushDevice,
  pushAlerts.removePushDevice,
  pushAlerts.sendTestAlert,
  leads.findKnownLeads,
  leads.createLead,
  leads.updateLead,
  leads.deleteLead,
  leads.changeLeads,
  purchases.buyLead,
  purchases.getUserLead,
  purchases.listPurchases,
  purchases.getPurchaseFigures,
  purchases.exportPurchases,
  readPurchaseFeed,
  answerCallReport,
  pipeline.getPipeline,
  pipeline.getPipelineColumn,
  pipeline.listPipelineCards,
  pipeline.getPipelineCard,
  pipeline.movePipelineCard,
  pipeline.undoPipelineMove,
  pipeline.setFollowUp,
  pipeline.getFollowUps,
  pipeline.getPipelineSettings,
  pipeline.setPipelineSettings,
  pipeline.exportPipeline,
  getPipelineWorth,
  purchaseNotes.addPurchaseNote,
  purchaseNotes.editPurchaseNote,
  purchaseNotes.deletePurchaseNote,
  contactLog.recordContact,
  contactLog.setContactOutcome,
  messageTemplates.listMessageTemplates,
  messageTemplates.setMessageTemplate,
  leadCosts.listLeadCosts,
  leadCosts.setLeadCost,
  leadCosts.updateLeadCost,
  leadCosts.previewLeadCost,
  leadCosts.deleteLeadCost,
  plans.listPlans,
  plans.createPlan,
  plans.updatePlan,
  plans.deletePlan,
  plans.getAllPlansOfUser,
  plans.addUsersPlanByAdmin,
  plans.payPlanFromWallet,
  plans.purchasePlan,
  payments.createOrderPlan,
  payments.createOrderWallet,
  payments.verifyPayment,
  payments.getOrder,
  payments.getRefundablePayment,
  payments.refundPayment,
  invoices.listMyInvoices,
  invoices.listInvoices,
  invoices.exportInvoices,
  invoices.getInvoiceSeller,
  invoices.getInvoiceReplacement,
  invoices.replaceInvoice,
  invoices.getInvoice,
  invoices.getInvoicePdf,
  statements.exportStatement,
  statements.getStatementMail,
  statements.sendStatement,
  replacements.requestLeadReplacement,
  replacements.getReturnRate,
  replacements.getReplacementRequestOfUserById,
  replacements.getAllLeadReplacementRequests,
  replacements.approveLeadReplacement,
  addRequestPicture,
  removeRequestPicture,
  getRequestPicture,
  moneyRequests.listMoneyRequests,
  moneyRequests.decideMoneyRequest,
  wallets.rechargeWallet,
  wallets.getRecharge,
  wallets.correctRecharge,
  transactions.myTransactions,
  transactions.myPlanLeads,
  transactions.getUserStatement,
  transactions.exportMyTransactions,
  transactions.allTransactions,
  transactions.getTransactionSummary,
  transactions.exportTransactions,
  moneyTimeline.getMoneyTimeline,
  moneyTimeline.findUnpaidOrders,
  ledgerReceipts.getMyReceipt,
  ledgerReceipts.getUserReceipt,
  ledgerReceipts.getChainHead,
  auditLog.listAuditLog,
  auditLog.listAuditActions,
  enquiries.createEnquiry,
  ownEnquiry.getOwnEnquiry,
  ownEnquiry.correctOwnEnquiry,
  ownEnquiry.withdrawOwnEnquiry,
  ownEnquiry.verifyOwnEmail,
  ownEnquiry.reportNoCall,
  ownEnquiry.answerOwnQuestion,
  ownEnquiry.offerOwnAgain,
  ownEnquiry.tellOwnSource,
  ownEnquiry.sendOwnLink,
  ownEnquiry.requestPhoneCode,
  ownEnquiry.verifyOwnPhone,
  enquiries.listEnquiries,
  findRecords,
  enquiries.countWaiting,
  enquiries.convertEnquiry,
  enquiries.rejectEnquiry,
  enquiries.putOnSale,
  enquiries.getLeadOrigin,
  enquiries.listLeadOrigins,
  contact.createContactMessage,
  contact.listContactMessages,
  contact.markContactMessage,
  contact.answerContactMessage,
  personalData.findPersonalData,
  personalData.exportPersonalData,
  personalData.erasePersonalData,
  kyc.getOwnKyc,
  kyc.submitKyc,
  kyc.listKyc,
  kyc.decideKyc,
  failedJobs.listFailedJobs,
  failedJobs.retryFailedJob,
  failedJobs.retryFailedJobs,
  staff.listStaff,
  staff.addStaff,
  staff.changeStaffRights,
  settings.getSettings,
  settings.changeSettings,
  priceAgeing.listPriceAgeing,
  priceAgeing.previewPriceAgeing,
  priceAgeing.changePriceAgeing,
  returnPolicy.listReturnPolicies,
  returnPolicy.previewReturnPolicy,
  returnPolicy.changeReturnPolicy,
  getReturnFigures,
  sources.listSources,
  sources.getSource,
  sources.createSource,
  sources.updateSource,
  sources.renewSourceSecret,
  sources.setSourceCost,
  intake.receiveLead,
  intake.receiveLeads,
  receiveGoogleLead,
  metaAds.verifyMetaWebhook,
  metaAds.listUnassignedMetaLeads,
  metaAds.fetchMetaLeadsAgain,
  metaAds.sendMetaTestLead,
  keys.createSourceKey,
  keys.createKey,
  keys.listKeys,
  keys.revokeKey,
  imports.uploadImport,
  imports.listImports,
  imports.getImport,
  imports.checkImport,
  imports.runImport,
  imports.downloadRefusedRows,
  imports.undoImport,
  getSiteFigures,
  returnOdds.getReturnOdds,
  returnOdds.getLeadOdds,
  webhooks.createWebhook,
  webhooks.listWebhooks,
  webhooks.updateWebhook,
  webhooks.deleteWebhook,
  webhooks.testWebhook,
  webhooks.rotateWebhook,
  webhooks.listWebhookDeliveries,
  webhooks.resendWebhookDelivery,
  webhooks.resendWebhookDeliveries,
]
