/** What is known to be out of order, and what may therefore fail. */
export type OutageKind =
  /** A server or the database: any call. */
  | 'product'
  /** The gateway: what needs it. */
  | 'gateway'
  /** The disk of the uploads: uploads. */
  | 'files'

type Outage = { kind: OutageKind; fromMs: number; untilMs: number }

/** A call that was not answered, or with a 5xx; `performance.now()` in ms. */
export type Trouble = {
  call: string
  /** 0: there was no answer. */
  status: number
  /** The code of the answer, or why there was none. */
  name: string
  sentAtMs: number
  answeredAtMs: number
}

/** Keeps when what was out of order, and which calls failed. */
export type Outages = {
  /** @returns what ends it */
  begin(kind: OutageKind): () => void
  /** Whether one of the kinds was out of order at some moment of this time. */
  covers(kinds: readonly OutageKind[], fromMs: number, untilMs: number): boolean
  note(trouble: Trouble): void
  /** How often calls failed, by status and name. */
  counts(): Map<string, number>
  /** The failures that no outage explains. */
  unexplained(): Trouble[]
}

export function keepOutages(): Outages {
  const outages: Outage[] = []
  const troubles: Trouble[] = []
  const covers: Outages['covers'] = (kinds, fromMs, untilMs) =>
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
    note(trouble) {
      troubles.push(trouble)
    },
    counts() {
      const counts = new Map<string, number>()
      for (const { status, name } of troubles) {
        const title = status === 0 ? name : `${status} ${name}`
        counts.set(title, (counts.get(title) ?? 0) + 1)
      }
      return counts
    },
    unexplained: () =>
      troubles.filter(
        (trouble) => !covers(excuses(trouble), trouble.sentAtMs, trouble.answeredAtMs),
      ),
  }
}

/** A failure that no one foresaw (500) has no excuse, whatever is out of order. */
function excuses({ call, name }: Trouble): OutageKind[] {
  if (name === 'INTERNAL_ERROR') return []
  if (name === 'GATEWAY_FAILED' || call === 'pay') return ['product', 'gateway']
  return call === 'updateImageOfUser' ? ['product', 'files'] : ['product']
}
