import type { Config } from '../config/index.ts'
import { expiredSessions } from '../features/auth/expired-sessions.ts'
import { automaticBuyingTask } from '../features/automatic-buying/buy-automatically.ts'
import { expiredSkips } from '../features/automatic-buying/skipped-leads.queries.ts'
import { expiredPhoneCodes } from '../features/enquiries/expired-phone-codes.ts'
import { expiredImports } from '../features/imports/expired-imports.ts'
import { monthlyStatementTask } from '../features/invoices/send-statement.ts'
import { kycRetentionTask } from '../features/kyc/delete-unused-kyc.ts'
import { trimLeadEventsTask } from '../features/lead-events/lead-event-tasks.ts'
import { markExpiredLeadsTask } from '../features/leads/mark-expired-leads.ts'
import { expiredInvitations } from '../features/members/invitations.ts'
import { reconcilerTask } from '../features/payments/reconciler.ts'
import { retentionTask } from '../features/personal-data/retention.ts'
import { followUpRemindersTask } from '../features/pipeline/send-reminders.ts'
import { planNoticesTask } from '../features/plans/plan-notices.ts'
import { announceAgedPricesTask } from '../features/price-ageing/announce-aged-prices.ts'
import { expiredDevices } from '../features/push-alerts/push-devices.ts'
import { pushAlertsTask } from '../features/push-alerts/send-push-alerts.ts'
import { approveLateTask } from '../features/replacements/approve-late.ts'
import { expiredPictures } from '../features/replacements/expired-pictures.ts'
import { returnOddsTask } from '../features/return-odds/compute-return-odds.ts'
import { expiredMatches } from '../features/saved-searches/public/match-lead.ts'
import { mailAlertsTask } from '../features/saved-searches/send-mail-alerts.ts'
import { expiredArrivals } from '../features/sources/expired-arrivals.ts'
import { expiredChallenges } from '../features/two-factor/expired-challenges.ts'
import { expiredDeliveries } from '../features/webhooks/expired-deliveries.ts'
import { webhooksTask } from '../features/webhooks/send-webhooks.ts'
import { auditTasks } from '../integrity/periodic-audit.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { sweepFilesTask } from '../platform/files/sweep-files.ts'
import { expiredRequests } from '../platform/http/expired-requests.ts'
import { type ExpiredRows, removeExpiredTask } from '../platform/jobs/remove-expired.ts'
import type { ScheduledTask } from '../platform/jobs/scheduled-tasks.ts'
import { checkSealsTask } from '../platform/ledger/seals/check-seals.ts'
import { sealDaysTask } from '../platform/ledger/seals/seal-days.ts'

/** Tokens are removed before sessions, because a session is removed only if it has no tokens. */
export const expiredRows: ExpiredRows = {
  ...expiredInvitations,
  ...expiredRequests,
  ...expiredChallenges,
  ...expiredSessions,
  ...expiredPhoneCodes,
  ...expiredMatches,
  ...expiredSkips,
  ...expiredDevices,
  ...expiredPictures,
  ...expiredDeliveries,
  ...expiredArrivals,
  ...expiredImports,
}

type Deps = Parameters<typeof reconcilerTask>[0] &
  Parameters<typeof automaticBuyingTask>[0] &
  Parameters<typeof pushAlertsTask>[0] &
  Parameters<typeof webhooksTask>[0] & { config: Config; files: FileStore }
type Log = Parameters<typeof auditTasks>[1]

/** Every scheduled task of the product. Features define them; this list is the only place that collects them. */
export function backgroundTasks(deps: Deps, log: Log): ScheduledTask[] {
  const { config, database } = deps
  return [
    markExpiredLeadsTask(database),
    announceAgedPricesTask(database),
    trimLeadEventsTask(database),
    removeExpiredTask(database, expiredRows),
    sweepFilesTask(database, deps.files),
    planNoticesTask(deps),
    monthlyStatementTask(deps),
    automaticBuyingTask(deps),
    mailAlertsTask(deps),
    pushAlertsTask(deps),
    followUpRemindersTask(deps),
    webhooksTask(deps),
    approveLateTask(deps, log),
    returnOddsTask(database),
    retentionTask({ ...deps, months: config.enquiryRetentionMonths }, log),
    kycRetentionTask(deps, log),
    reconcilerTask(deps),
    sealDaysTask(database),
    checkSealsTask(database),
    ...auditTasks({ database, everyMinutes: config.auditEveryMinutes }, log),
  ]
}
