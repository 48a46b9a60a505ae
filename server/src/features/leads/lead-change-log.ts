import type { Database } from '../../platform/database/connect.ts'
import {
  type EventPosition,
  formatSnapshot,
  parseSnapshot,
  positionOf,
  seesAllOf,
} from '../../platform/database/event-position.ts'
import { findLeadChanges, type LeadChange } from './lead-changes.queries.ts'

/** If there are more changes than this since the last read, it costs less to read the pages again. */
const maxChangesPerRead = 200
const maxKeptChanges = 1000
/** After a longer pause the pages are read again: an old snapshot would make the next read long. */
const maxPauseMs = 60_000

/** The latest changes of the leads, without a gap since the log began. */
export interface LeadChangeLog {
  /** The index of the next change. A page that is read from now on contains all changes before this index. */
  readonly end: number
  /** The snapshot of the latest read, as `snapshotSql` returns it. */
  readonly snapshot: string | null
  /** Reads the changes up to now. Calls that arrive before the statement is sent share one read. */
  update(): Promise<void>
  /** The changes from this index on; null if the log does not have all of them. */
  changesFrom(logIndex: number): readonly LeadChange[] | null
  clear(): void
}

export function createLeadChangeLog(database: Database): LeadChangeLog {
  let changes: LeadChange[] = []
  /** The index of the first of `changes`. */
  let start = 0
  let known: EventPosition | null = null
  let snapshot: string | null = null
  let readAtMs = 0
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  function clear() {
    start += changes.length + 1 // All indexes that were returned before are below `start`.
    changes = []
    known = null
    snapshot = null
  }

  async function read() {
    next = null
    if (performance.now() - readAtMs > maxPauseMs) clear()
    const before = known
    // Without an earlier snapshot the log begins with this one.
    const from = before ? formatSnapshot(before) : null
    const found = await findLeadChanges(database, from, maxChangesPerRead + 1)
    const position = positionOf(found.snapshot)
    const hasAll =
      before !== null &&
      before === known &&
      before.run === position.run &&
      (found.horizon === null || seesAllOf(before, parseSnapshot(found.horizon)))
    if (!hasAll || found.changes.length > maxChangesPerRead) clear()
    else changes.push(...found.changes)
    const surplus = Math.max(0, changes.length - maxKeptChanges)
    changes.splice(0, surplus)
    start += surplus
    known = position
    snapshot = found.snapshot
    readAtMs = performance.now()
  }

  return {
    get end() {
      return start + changes.length
    },
    get snapshot() {
      return snapshot
    },
    update() {
      if (next) return next
      // Reads run one after the other, because each begins where the last one ended.
      next = running.then(read)
      running = next.catch(() => undefined)
      return next
    },
    changesFrom: (logIndex) => (logIndex < start ? null : changes.slice(logIndex - start)),
    clear,
  }
}
