/** The unavailable part of the system. It determines which calls may fail. */
export type OutageKind =
  /** A server or the database: any call may fail. */
  | 'product'
  /** The gateway: calls that need it may fail. */
  | 'gateway'
  /** The disk of the uploads: uploads may fail. */
  | 'files'

type Outage = { kind: OutageKind; fromMs: number; untilMs: number }

/** A call without a response, or with status 5xx. Times are `performance.now()` in ms. */
export type FailedCall = {
  call: string
  /** 0: no response. */
  status: number
  /** The error code, or the reason for the missing response. */
  name: string
  sentAtMs: number
  answeredAtMs: number
}

/** Records outages and failed calls. */
export type OutageLog = {
  /** @returns a function that ends the outage */
  begin(kind: OutageKind): () => void
  /** Whether an outage of one of these kinds overlaps the period. */
  covers(kinds: readonly OutageKind[], fromMs: number, untilMs: number): boolean
  recordFailure(call: FailedCall): void
  /** Number of failed calls by status and name. */
  counts(): Map<string, number>
  /** Failed calls that no outage explains. */
  unexplained(): FailedCall[]
}

export function createOutageLog(): OutageLog {
  const outages: Outage[] = []
  const failedCalls: FailedCall[] = []
  const covers: OutageLog['covers'] = (kinds, fromMs, untilMs) =>
    outages.some(
      (one) => kinds.includes(one.kind) && one.fromMs <= untilMs && one.untilMs >= fromMs,
    )
  return {
    begin(kind) {
      const outage = { kind, fromMs: performance.now(), untilMs: Number.POSITIVE_INFINITY }
      outages.push(outage)
      return () => {
        outage.untilMs = performance.now()
      }
    },
    covers,
    recordFailure(call) {
      failedCalls.push(call)
    },
    counts() {
      const counts = new Map<string, number>()
      for (const { status, name } of failedCalls) {
        const title = status === 0 ? name : `${status} ${name}`
        counts.set(title, (counts.get(title) ?? 0) + 1)
      }
      return counts
    },
    unexplained: () =>
      failedCalls.filter(
        (call) => !covers(outagesThatExplain(call), call.sentAtMs, call.answeredAtMs),
      ),
  }
}

/** No outage explains an unexpected error (500). */
function outagesThatExplain({ call, name }: FailedCall): OutageKind[] {
  if (name === 'INTERNAL_ERROR') return []
  if (name === 'GATEWAY_FAILED' || call === 'pay') return ['product', 'gateway']
  return call === 'updateImageOfUser' ? ['product', 'files'] : ['product']
}
