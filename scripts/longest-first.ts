import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take 9 s or more in a full run, and some of 5 s, in roughly descending order of time. Files that mostly
 * wait are between files that compute. `npm run test:quick` runs one of them only if that file has changed.
 */
export const longestTests = [
  'server/src/testing/fuzz/fuzz.test.ts',
  'server/src/main.test.ts',
  'chaos/torture.test.ts',
  'server/src/features/push-alerts/push-alerts.test.ts',
  'server/src/features/replacements/replacements.guards.test.ts',
  'server/src/platform/http/access.test.ts',
  'server/src/features/plans/plan-notices.test.ts',
  'server/src/features/leads/list-leads.test.ts',
  'server/src/features/payments/verify-payment.test.ts',
  'server/src/features/lead-events/lead-events.test.ts',
  'scripts/server-build.test.ts',
  'server/src/features/payments/webhook.test.ts',
  'server/src/features/purchases/guards.test.ts',
  'server/src/platform/observability/tracing.test.ts',
  'server/src/features/payments/guards.test.ts',
  'gateway-sandbox/src/webhooks.test.ts',
  'server/src/features/purchases/plan-guards.test.ts',
  'server/src/features/plans/time-zones.test.ts',
  'server/src/features/leads/expired-leads.test.ts',
  'gateway-sandbox/src/product.test.ts',
  'server/src/platform/database/embedded-postgres.test.ts',
  'server/src/runtime/several-instances.test.ts',
  'server/src/features/payments/payments-crash.test.ts',
  'server/src/features/replacements/approve-automatically.test.ts',
  'server/src/features/enquiries/own-enquiry.test.ts',
  'server/src/platform/ledger/ledger.test.ts',
  'server/src/platform/observability/workers-metrics.test.ts',
  'server/src/features/purchases/marketplace.model.test.ts',
  'server/src/features/payments/settle-payment.races.test.ts',
]

/**
 * Starts the longest test files first, so that all workers end at about the same time. Without the times of an earlier
 * run vitest sorts by file size, which would start the torture test last: it takes 40 s, while the other core is
 * idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longestTests.findIndex((file) => moduleId.endsWith(file))
      return at === -1 ? longestTests.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
