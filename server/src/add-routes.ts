import { endpoints } from '@raahi/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { addUserRoutes } from './features/accounts/users.routes.ts'
import { addAuthRoutes } from './features/auth/auth.routes.ts'
import { addEmailConfirmationRoutes } from './features/auth/email-confirmation.routes.ts'
import { addPasswordResetRoutes } from './features/auth/password-reset.routes.ts'
import { addAutomaticBuyingRoutes } from './features/automatic-buying/automatic-buying.routes.ts'
import { ruleOfSearch } from './features/automatic-buying/public/rules.queries.ts'
import { addCallReportRoutes } from './features/call-reports/call-reports.routes.ts'
import { addContactRoutes } from './features/contact/contact.routes.ts'
import { addDashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { addEnquiryRoutes } from './features/enquiries/enquiries.routes.ts'
import { addOwnEnquiryRoutes } from './features/enquiries/own-enquiry.routes.ts'
import { addFailedJobRoutes } from './features/failed-jobs/failed-jobs.routes.ts'
import { addImportRoutes } from './features/imports/imports.routes.ts'
import { addInvoiceRoutes } from './features/invoices/invoices.routes.ts'
import { addStatementRoutes } from './features/invoices/statement.routes.ts'
import { addKeyRoutes } from './features/keys/keys.routes.ts'
import { addKycRoutes } from './features/kyc/kyc.routes.ts'
import { addLeadCostRoutes } from './features/lead-costs/lead-costs.routes.ts'
import { addLeadEventRoutes } from './features/lead-events/lead-events.routes.ts'
import { addLeadRoutes } from './features/leads/leads.routes.ts'
import { addMemberRoutes } from './features/members/members.routes.ts'
import { addMoneyRequestRoutes } from './features/money-requests/money-requests.routes.ts'
import { addPaymentRoutes } from './features/payments/payments.routes.ts'
import { prepareRefund } from './features/payments/refund-by-admin.ts'
import { addWebhook } from './features/payments/webhook.routes.ts'
import { addPersonalDataRoutes } from './features/personal-data/personal-data.routes.ts'
import { addPipelineRoutes } from './features/pipeline/pipeline.routes.ts'
import { addPlanRoutes } from './features/plans/plans.routes.ts'
import { addPriceAgeingRoutes } from './features/price-ageing/price-ageing.routes.ts'
import { addProfileRoutes } from './features/profile/profile.routes.ts'
import { addPurchaseRoutes } from './features/purchases/purchases.routes.ts'
import { addPushAlertRoutes } from './features/push-alerts/push-alerts.routes.ts'
import { addQuoteFileRoutes } from './features/quotes/quote-files.routes.ts'
import { addQuoteRoutes } from './features/quotes/quotes.routes.ts'
import { addQuoteTemplateRoutes } from './features/quotes/templates.routes.ts'
import { addReplacementRoutes } from './features/replacements/replacements.routes.ts'
import { addReturnFigureRoutes } from './features/return-figures/return-figures.routes.ts'
import { addReturnOddsRoutes } from './features/return-odds/return-odds.routes.ts'
import { addReturnPolicyRoutes } from './features/return-policy/return-policy.routes.ts'
import { addSavedSearchRoutes } from './features/saved-searches/saved-searches.routes.ts'
import { addSettingsRoutes } from './features/settings/settings.routes.ts'
import { addSiteFigureRoutes } from './features/site-figures/site-figures.routes.ts'
import { addSiteForms } from './features/site-forms/site-forms.routes.ts'
import { addEmbedPage } from './features/sources/embed.routes.ts'
import { addIntakeRoutes } from './features/sources/intake.routes.ts'
import { addMetaRoutes } from './features/sources/meta.routes.ts'
import { createEmbedded } from './features/sources/public/create-embedded.ts'
import { addSourceRoutes } from './features/sources/sources.routes.ts'
import { addStaffRoutes } from './features/staff/staff.routes.ts'
import { addTransactionRoutes } from './features/transactions/transactions.routes.ts'
import { addTwoFactorRoutes } from './features/two-factor/two-factor.routes.ts'
import { prepareRecharge } from './features/wallets/recharge-wallet.ts'
import { addWalletRoutes } from './features/wallets/wallets.routes.ts'
import { addWebhookRoutes } from './features/webhooks/webhooks.routes.ts'
import { addAuditLogRoutes } from './platform/audit-log/audit-log.routes.ts'
import { addPublicFiles } from './platform/files/public-files.ts'
import { requireAllRoutes } from './platform/http/route.ts'
import type { Services } from './runtime/services.ts'

/**
 * Adds the routes of all features, and of the platform for files and the audit log.
 * @param siteFolder the built web app, whose frame the forms of the site use
 */
export async function addRoutes(
  app: FastifyInstance,
  services: Services,
  siteFolder: string,
): Promise<void> {
  addAuthRoutes(services)
  addPasswordResetRoutes(services)
  addEmailConfirmationRoutes(services)
  addUserRoutes(services)
  addMemberRoutes(services)
  addStaffRoutes(services)
  addKycRoutes(services)
  addProfileRoutes(services)
  addTwoFactorRoutes(services)
  addPublicFiles(app, services)
  addDashboardRoutes(services)
  addLeadRoutes(services)
  addSavedSearchRoutes({ ...services, ruleOfSearch })
  addPushAlertRoutes(services)
  addLeadEventRoutes(app, services)
  addAutomaticBuyingRoutes(services)
  addPurchaseRoutes(services)
  addCallReportRoutes(services)
  addPipelineRoutes(services)
  addQuoteRoutes(services)
  addQuoteFileRoutes(services)
  addQuoteTemplateRoutes(services)
  addLeadCostRoutes(services)
  addPlanRoutes(services)
  addReplacementRoutes(services)
  addWalletRoutes(services)
  addTransactionRoutes(services)
  addAuditLogRoutes(services)
  addEnquiryRoutes({
    ...services,
    createEmbedded: (sourceId, fields) => createEmbedded(services, sourceId, fields),
  })
  addOwnEnquiryRoutes(services)
  addSourceRoutes(services)
  addIntakeRoutes(services)
  await addMetaRoutes(app, services)
  await addEmbedPage(app, services, siteFolder)
  addKeyRoutes(services)
  addImportRoutes(services)
  addContactRoutes(services)
  addPersonalDataRoutes(services)
  addSettingsRoutes(services)
  addFailedJobRoutes(services)
  addReturnPolicyRoutes(services)
  addPriceAgeingRoutes(services)
  addReturnFigureRoutes(services)
  addSiteFigureRoutes(services)
  addReturnOddsRoutes(services)
  await addSiteForms(app, services, siteFolder)
  addPaymentRoutes(services)
  addMoneyRequestRoutes({
    ...services,
    prepareMoney: { recharge: prepareRecharge(services), refund: prepareRefund(services) },
  })
  addInvoiceRoutes(services)
  addStatementRoutes(services)
  addWebhookRoutes(services)
  await addWebhook(app, services)
  requireAllRoutes(app, endpoints)
}
