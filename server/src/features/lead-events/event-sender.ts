import { maxSilenceMs } from '@raahi/contract/lead-events'
import {
  type EventPosition,
  formatSnapshot,
  oldestSnapshot,
} from '../../platform/database/event-position.ts'
import {
  buildSharedEvent,
  followedChanges,
  formatEvent,
  missedChanges,
  readOwnEvents,
  sharedEventOfCaller,
} from './build-event.ts'
import type { EventStream } from './event-stream.ts'
import type { ChangesRead, ChangesReader, KnownSnapshots } from './lead-events.queries.ts'
import {
  endAfterRestart,
  endWithoutAccess,
  type Follower,
  listStreams,
  type OpenStreams,
  startFollowing,
} from './open-streams.ts'

/** A client gets at most one event in about this time. */
const minBetweenEventsMs = 900
const heartbeatMs = maxSilenceMs - 5_000
/**
 * While the database is unavailable, not even empty events are sent. After this time, a stream gets a comment instead.
 */
const commentAfterMs = maxSilenceMs - 2_000
const comment = Buffer.from(':\n\n')

export type EventSender = ReturnType<typeof createEventSender>

/**
 * Reads changes and sends them to all streams. Every follower has received all changes up to `position`. The position
 * advances only when events are sent, and a client joins only then, so no change is buffered and none is lost between
 * two reads.
 */
export function createEventSender(reader: ChangesReader, streams: OpenStreams) {
  let position: EventPosition | null = null
  /** When all streams last received an event. */
  let sharedAtMs = Date.now()
  /** When any stream last received an event after its first one. */
  let sentAtMs = 0
  let commentedAtMs = 0

  async function send(read: ChangesRead, entering: readonly Follower[]) {
    const nowMs = Date.now()
    const changes = position ? followedChanges(position, read) : []
    const isUnchanged = changes?.length === 0
    if (!isUnchanged && nowMs - sentAtMs < minBetweenEventsMs) return
    const missed = entering.map(({ receiver, after }) => ({
      receiver,
      changes: missedChanges(after, read),
    }))
    const followers = [...streams.followers.values()]
    const ownEvents = await readOwnEvents(reader, read, { followers, changes, missed })
    // Nothing is awaited from here to the end, so that all streams are at the same position.
    const event = buildSharedEvent(changes, read)
    const isSharedDue = nowMs - sharedAtMs >= heartbeatMs || Object.keys(event).length > 0
    if (isSharedDue) sharedAtMs = nowMs
    if (isSharedDue || ownEvents.size > 0) sentAtMs = nowMs
    const shared = isSharedDue ? formatEvent(event, read.id) : undefined
    const ofCallers = isSharedDue ? formatEvent(sharedEventOfCaller(event), read.id) : undefined
    for (const [stream, { receiver, isCaller }] of streams.followers) {
      sendBoth(stream, ownEvents.get(receiver), isCaller ? ofCallers : shared)
    }
    streams.joining = streams.joining.slice(entering.length)
    for (const [index, follower] of entering.entries()) {
      const { stream, receiver, isCaller, once } = follower
      if (!stream.isOpen) continue
      startFollowing(streams, follower, nowMs)
      const first = buildSharedEvent(missed[index]?.changes ?? null, read)
      const own = ownEvents.get(receiver)
      sendBoth(stream, own, formatEvent(isCaller ? sharedEventOfCaller(first) : first, read.id))
      if (once) stream.end('client')
    }
    position = read.position
  }

  return {
    async readAndSend() {
      streams.joining = streams.joining.filter(({ stream }) => stream.isOpen)
      // A copy, because the read does not cover a stream that joins during it.
      const entering = [...streams.joining]
      if (position === null && entering.length === 0) return
      const read = await reader.readChanges(knownSnapshots(position, entering))
      position = endAfterRestart(streams, position, read)
      endWithoutAccess(streams, position, read)
      await send(read, entering)
    },
    /** Keeps silent streams open, independent of the database and of changes. */
    sendComments() {
      const nowMs = Date.now()
      if (nowMs - Math.max(sharedAtMs, commentedAtMs) < commentAfterMs) return
      commentedAtMs = nowMs
      for (const stream of listStreams(streams)) stream.send(comment)
    },
  }
}

function knownSnapshots(
  position: EventPosition | null,
  entering: readonly Follower[],
): KnownSnapshots {
  const oldest = (positions: EventPosition[]) =>
    positions.length === 0 ? null : oldestSnapshot(positions)
  return {
    // The exact snapshot, and not the start of its oldest open transaction: otherwise each read would return sent
    // changes again.
    followed: position && formatSnapshot(position),
    missed: oldest(
      entering.flatMap(({ admitted, after }) => (after.run === admitted.run ? after : [])),
    ),
    admitted: oldest(entering.map(({ admitted }) => admitted)),
  }
}

/** The id comes last: if the stream is cut in between, the client gets its own event again. */
function sendBoth(stream: EventStream, own: Buffer | undefined, shared: Buffer | undefined) {
  if (own) stream.send(own)
  if (shared) stream.send(shared)
}
