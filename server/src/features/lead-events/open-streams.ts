import { type EventPosition, sees } from '../../platform/database/event-position.ts'
import type { EventStream } from './event-stream.ts'
import type { ChangesRead } from './lead-events.queries.ts'

/** A stream with the facts that decide what it receives. */
export interface Follower {
  stream: EventStream
  /** The person, whose streams are counted together. */
  userId: string
  agencyId: string
  /** A caller receives only the changes of the assigned leads. */
  isCaller: boolean
  /** Whose own events it receives: of the agency, or of one caller. */
  receiver: string
  sessionId: string
  /** The client has all changes up to this position. */
  after: EventPosition
  /** The position at which its access was checked. */
  admitted: EventPosition
  /** Ends after the first event. */
  once: boolean
}

/** Differs from the id of an agency, because its founder can become a caller. */
export const receiverOfCaller = (userId: string) => `caller ${userId}`

/** The streams of this process. */
export interface OpenStreams {
  /** The streams that have received an event. All are at the same position. */
  followers: Map<EventStream, Follower & { endsAtMs: number }>
  /** The streams that wait for their first event. */
  joining: Follower[]
}

/** A stream ends after about this time, so that the client has to authenticate again. */
const maxAgeMs = 10 * 60_000
/** After a stop, each client reconnects at a random time within this period, so that not all reconnect at once. */
const maxRetryMs = 5_000

export const randomRetryMs = () => Math.random() * maxRetryMs

export function countStreams({ followers, joining }: OpenStreams): number {
  return followers.size + joining.length
}

export function listStreams({ followers, joining }: OpenStreams): EventStream[] {
  return [...followers.keys(), ...joining.map(({ stream }) => stream)]
}

/** From now on, the stream receives the events for all streams. */
export function startFollowing({ followers }: OpenStreams, follower: Follower, nowMs: number) {
  const endsAtMs = nowMs + maxAgeMs * (1 + Math.random() * 0.3)
  followers.set(follower.stream, { ...follower, endsAtMs })
}

export function endOldStreams({ followers }: OpenStreams): void {
  const nowMs = Date.now()
  for (const [stream, { endsAtMs }] of followers) {
    if (endsAtMs < nowMs) stream.end('age', 0)
  }
}

/**
 * Snapshots from before and after a restart of the database cannot be compared, so the clients reconnect.
 * @param position of the followers
 * @returns the position, or null after a restart
 */
export function endAfterRestart(
  { followers, joining }: OpenStreams,
  position: EventPosition | null,
  { position: { run } }: ChangesRead,
): EventPosition | null {
  for (const { stream, admitted } of joining) if (admitted.run !== run) stream.end('restart', 0)
  if (position?.run === run) return position
  for (const stream of followers.keys()) stream.end('restart', randomRetryMs())
  return null
}

/**
 * Ends streams whose session has ended or whose user was suspended, without waiting for the next event.
 * @param position of the followers
 */
export function endWithoutAccess(
  { followers, joining }: OpenStreams,
  position: EventPosition | null,
  { ended }: ChangesRead,
): void {
  if (ended.length === 0) return
  const subjectsAfter = (seen: EventPosition) =>
    new Set(ended.filter(({ xid }) => !sees(seen, xid)).map(({ subjectId }) => subjectId))
  const end = (follower: Follower, subjects: ReadonlySet<string | null>) => {
    const { stream, userId, agencyId, sessionId } = follower
    if ([userId, agencyId, sessionId].some((id) => subjects.has(id))) stream.end('access')
  }
  if (position) {
    const subjects = subjectsAfter(position)
    for (const follower of followers.values()) end(follower, subjects)
  }
  for (const follower of joining) end(follower, subjectsAfter(follower.admitted))
}
