// What programs must know. Without zod, because the public page for developers shows it.

/** Requests of one key in a minute. */
export const keyRequestsPerMinute = 600
/** Enquiries in one batch. */
export const maxBatchLeads = 500
/** Batches of one key in a minute. */
export const batchesPerMinute = 30
/** The most purchases in one answer of the feed. */
export const maxFeedPurchases = 100

/** A webhook that takes longer to answer has failed. */
export const webhookTimeoutSeconds = 15
/** A webhook without a success for so long is paused. */
export const maxFailingDays = 5
const minute = 60
const hour = 60 * minute
/** Seconds from a failed attempt to the next one. After the last one, the delivery has failed. */
export const retrySeconds: readonly number[] = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
