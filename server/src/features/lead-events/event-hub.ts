import { maxSilenceMs } from '@raahi/contract/lead-events'
import { isDatabaseUnavailable } from '../../platform/database/errors.ts'
import {
  type EventPosition,
  formatSnapshot,
  oldestSnapshot,
  sees,
} from '../../platform/database/event-position.ts'
import {
  buildOwnEvents,
  buildSharedEvent,
  changedAccounts,
  changedCards,
  followedChanges,
  formatEvent,
  missedChanges,
} from './build-event.ts'
import type { EventStream } from './event-stream.ts'
import type { Change, ChangesRead, ChangesReader } from './lead-events.queries.ts'

const pollMs = 500
/** The minimum pause between two reads of a slow database. */
const minPauseMs = 100
/** A client gets at most one event in about this time. */
const minBetweenEventsMs = 900
const heartbeatMs = maxSilenceMs - 5_000
/**
 * While the database is unavailable, not even empty events are sent. After this time, a stream gets a comment instead.
 */
const commentAfterMs = maxSilenceMs - 2_000
const comment = Buffer.from(':\n\n')
const upkeepMs = 1_000
/** A stream ends after about this time, so that the client has to authenticate again. */
const maxAgeMs = 10 * 60_000
/** After a stop, each client reconnects at a random time within this period, so that not all reconnect at once. */
const maxRetryMs = 5_000

/** A stream with the facts that decide what it receives. */
export interface Follower {
  stream: EventStream
  userId: string
  sessionId: string
  /** The client has all changes up to this position. */
  after: EventPosition
  /** The position at which its access was checked. */
  admitted: EventPosition
  /** Ends after the first event. */
  once: boolean
}

type ErrorLog = { error(details: object, message: string): void }

/**
 * Reads the changes for all streams of this process, twice a second while there are streams. Every stream has received
 * all changes up to `position`. The position advances only when events are sent, and a client joins only then, so no
 * change is buffered and none is lost between two reads.
 */
export function createEventHub(reader: ChangesReader, log: ErrorLog) {
  const followers = new Map<EventStream, Follower & { endsAtMs: number }>()
  const streamsOfUser = new Map<string, number>()
  let joining: Follower[] = []
  let position: EventPosition | null = null
  /** When all streams last received an event. */
  let sharedAtMs = 0
  /** When any stream last received an event after its first one. */
  let sentAtMs = 0
  let commentedAtMs = 0
  let timer: NodeJS.Timeout | undefined
  let upkeep: NodeJS.Timeout | undefined
  let isPolling = false
  let isStopped = false

  async function run() {
    const startedAtMs = performance.now()
    try {
      await poll()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'lead events could not be read')
    }
    isPolling = !isStopped && (followers.size > 0 || joining.length > 0)
    if (isPolling) {
      const tookMs = performance.now() - startedAtMs
      timer = setTimeout(run, Math.max(minPauseMs, pollMs - tookMs))
      return
    }
    position = null
    clearInterval(upkeep)
  }

  async function poll() {
    joining = joining.filter(({ stream }) => stream.isOpen)
    // A copy, because the read does not cover a stream that joins during it.
    const entering = [...joining]
    if (position === null && entering.length === 0) return
    const afters = entering.flatMap(({ admitted, after }) =>
      after.run === admitted.run ? after : [],
    )
    const read = await reader.readChanges({
      // The exact snapshot, and not the start of its oldest open transaction: otherwise each read would return sent
      // changes again.
      followed: position && formatSnapshot(position),
      missed: afters.length === 0 ? null : oldestSnapshot(afters),
      admitted:
        entering.length === 0 ? null : oldestSnapshot(entering.map(({ admitted }) => admitted)),
    })
    endAfterRestart(read)
    endWithoutAccess(read)
    await send(read, entering)
  }

  /** Snapshots from before and after a restart of the database cannot be compared, so the clients reconnect. */
  function endAfterRestart({ position: { run } }: ChangesRead) {
    if (position && position.run !== run) {
      for (const stream of followers.keys()) stream.end('restart', Math.random() * maxRetryMs)
      position = null
    }
    for (const { stream, admitted } of joining) if (admitted.run !== run) stream.end('restart', 0)
  }

  /** Ends streams whose session has ended or whose user was suspended, without waiting for the next event. */
  function endWithoutAccess({ ended }: ChangesRead) {
    if (ended.length === 0) return
    const subjectsAfter = (seen: EventPosition) =>
      new Set(ended.filter(({ xid }) => !sees(seen, xid)).map(({ subjectId }) => subjectId))
    const end = ({ stream, userId, sessionId }: Follower, subjects: ReadonlySet<string | null>) => {
      if (subjects.has(userId) || subjects.has(sessionId)) stream.end('access')
    }
    if (position) {
      const subjects = subjectsAfter(position)
      for (const follower of followers.values()) end(follower, subjects)
    }
    for (const follower of joining) end(follower, subjectsAfter(follower.admitted))
  }

  async function send(read: ChangesRead, entering: readonly Follower[]) {
    const nowMs = Date.now()
    const changes = position ? followedChanges(position, read) : []
    const isUnchanged = changes?.length === 0
    if (!isUnchanged && nowMs - sentAtMs < minBetweenEventsMs) return
    const missed = entering.map(({ after }) => missedChanges(after, read))
    const accounts = forFollowers(changedAccounts, { changes, missed, read, entering })
    const cards = forFollowers(changedCards, { changes, missed, read, entering })
    const figures = accounts.size > 0 ? await reader.findAccountFigures([...accounts.keys()]) : []
    // Nothing is awaited from here to the end, so that all streams are at the same position.
    const event = buildSharedEvent(changes, read)
    const isSharedDue = nowMs - sharedAtMs >= heartbeatMs || Object.keys(event).length > 0
    const ownEvents = buildOwnEvents(figures, accounts, cards)
    if (isSharedDue) sharedAtMs = nowMs
    if (isSharedDue || ownEvents.size > 0) sentAtMs = nowMs
    const shared = isSharedDue ? formatEvent(event, read.id) : undefined
    for (const [stream, { userId }] of followers) sendBoth(stream, ownEvents.get(userId), shared)
    admit(read, { entering, missed, ownEvents, nowMs })
    position = read.position
  }

  /** The id comes last: if the stream is cut in between, the client gets its own event again. */
  function sendBoth(stream: EventStream, own: Buffer | undefined, shared: Buffer | undefined) {
    if (own) stream.send(own)
    if (shared) stream.send(shared)
  }

  /**
   * Returns the lead ids of the changes that concern the users of the streams, by user id.
   * @param find returns them for all users
   */
  function forFollowers(
    find: (changes: Change[] | null, read: ChangesRead) => Map<string, string[]>,
    of: {
      changes: Change[] | null
      missed: readonly (Change[] | null)[]
      read: ChangesRead
      entering: readonly Follower[]
    },
  ): Map<string, string[]> {
    const changed = find(of.changes, of.read)
    const found = new Map<string, string[]>()
    for (const { userId } of followers.values()) {
      const leadIds = changed.get(userId)
      if (leadIds) found.set(userId, leadIds)
    }
    for (const [index, { userId }] of of.entering.entries()) {
      const leadIds = find(of.missed[index] ?? null, of.read).get(userId)
      if (leadIds) found.set(userId, [...new Set([...(found.get(userId) ?? []), ...leadIds])])
    }
    return found
  }

  /** Sends each new stream what its client has missed. From then on, the stream receives the events for all streams. */
  function admit(
    read: ChangesRead,
    of: {
      entering: readonly Follower[]
      missed: readonly (Change[] | null)[]
      ownEvents: ReadonlyMap<string, Buffer>
      nowMs: number
    },
  ) {
    const { entering, missed, ownEvents, nowMs } = of
    const entered = new Set(entering)
    joining = joining.filter((each) => !entered.has(each))
    for (const [index, follower] of entering.entries()) {
      const { stream, userId, once } = follower
      if (!stream.isOpen) continue
      followers.set(stream, { ...follower, endsAtMs: nowMs + maxAgeMs * (1 + Math.random() * 0.3) })
      const shared = formatEvent(buildSharedEvent(missed[index] ?? null, read), read.id)
      sendBoth(stream, ownEvents.get(userId), shared)
      if (once) stream.end('client')
    }
  }

  /** Ends streams at their maximum age and sends comments, independent of the database and of changes. */
  function maintainStreams() {
    const nowMs = Date.now()
    for (const [stream, { endsAtMs }] of followers) {
      if (endsAtMs < nowMs) stream.end('age', 0)
    }
    if (nowMs - Math.max(sharedAtMs, commentedAtMs) < commentAfterMs) return
    commentedAtMs = nowMs
    for (const stream of followers.keys()) stream.send(comment)
    for (const { stream } of joining) stream.send(comment)
  }

  return {
    /** The number of streams of a user, and of all. */
    count: (userId: string) => ({
      ofUser: streamsOfUser.get(userId) ?? 0,
      all: followers.size + joining.length,
    }),
    /** Adds a stream. Its first event comes within about a second. After `stop`, the stream ends at once. */
    join(follower: Follower) {
      const { userId, stream } = follower
      streamsOfUser.set(userId, (streamsOfUser.get(userId) ?? 0) + 1)
      if (isStopped) {
        stream.end('stop', Math.random() * maxRetryMs)
        return
      }
      joining.push(follower)
      if (isPolling) return
      isPolling = true
      sharedAtMs = Date.now()
      sentAtMs = 0
      upkeep = setInterval(maintainStreams, upkeepMs)
      void run()
    },
    /** Forgets a stream that has ended. */
    leave(stream: EventStream, userId: string) {
      followers.delete(stream)
      const remaining = (streamsOfUser.get(userId) ?? 1) - 1
      if (remaining > 0) streamsOfUser.set(userId, remaining)
      else streamsOfUser.delete(userId)
    },
    /** Ends all streams. */
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(upkeep)
      const all = [...followers.keys(), ...joining.map(({ stream }) => stream)]
      for (const stream of all) stream.end('stop', Math.random() * maxRetryMs)
    },
  }
}
