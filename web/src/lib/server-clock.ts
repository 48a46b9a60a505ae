import { create } from 'zustand'
import { readLocalText, storeLocalText } from './local-texts.ts'

const storageKey = 'raahi-clock'

/** The `Date` header has whole seconds. */
const headerPrecisionMs = 1000

interface Clock {
  /** Server time minus the time of this device, in ms; 0 while the answers allow it. */
  offsetMs: number
  /** The offset lies between these, according to the answers of this page. */
  minMs: number
  maxMs: number
}

/** The offset of the last page is used until the first answer, so that nothing shown changes after a reload. */
function readStoredOffset(): number {
  const offsetMs = Number(readLocalText(storageKey))
  return Number.isFinite(offsetMs) ? offsetMs : 0
}

const useClock = create<Clock>(() => ({
  offsetMs: readStoredOffset(),
  minMs: Number.NEGATIVE_INFINITY,
  maxMs: Number.POSITIVE_INFINITY,
}))

/** The server's time. Screens use it for ages, deadlines and days, because a device's clock may be wrong. */
export function serverNow(): Date {
  return new Date(serverNowMs())
}

/** The server's time in ms since 1970. */
export function serverNowMs(): number {
  return Date.now() + useClock.getState().offsetMs
}

/** Renders the component again when the offset changes. @returns the offset in ms */
export function useServerOffset(): number {
  return useClock(({ offsetMs }) => offsetMs)
}

/**
 * Learns from an answer of the API. Each answer limits the offset, one with a short round trip most. An answer that
 * contradicts the earlier ones means that the device's clock was changed.
 * @param sentAtMs time of this device when the request was sent
 */
export function learnServerTime({ headers }: Response, sentAtMs: number): void {
  const receivedAtMs = Date.now()
  const dateMs = Date.parse(headers.get('date') ?? '')
  // A stored answer has the time at which it was made.
  const isStored = headers.has('age') || !headers.get('cache-control')?.includes('no-store')
  if (Number.isNaN(dateMs) || isStored || receivedAtMs < sentAtMs) return
  const lowestMs = dateMs - receivedAtMs
  const highestMs = dateMs + headerPrecisionMs - sentAtMs
  const known = useClock.getState()
  const both = {
    minMs: Math.max(known.minMs, lowestMs),
    maxMs: Math.min(known.maxMs, highestMs),
  }
  const { minMs, maxMs } = both.minMs <= both.maxMs ? both : { minMs: lowestMs, maxMs: highestMs }
  if (minMs === known.minMs && maxMs === known.maxMs) return
  const isKnownOffset = known.offsetMs >= minMs && known.offsetMs <= maxMs
  const offsetMs = isKnownOffset
    ? known.offsetMs
    : minMs <= 0 && maxMs >= 0
      ? 0
      : (minMs + maxMs) / 2
  if (offsetMs !== known.offsetMs) storeLocalText(storageKey, String(offsetMs))
  useClock.setState({ offsetMs, minMs, maxMs })
}
