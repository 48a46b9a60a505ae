import { isDatabaseUnavailable } from '../../platform/database/errors.ts'
import { createEventSender, type EventSender } from './event-sender.ts'
import type { EventStream } from './event-stream.ts'
import type { ChangesReader } from './lead-events.queries.ts'
import {
  countStreams,
  endOldStreams,
  type Follower,
  listStreams,
  type OpenStreams,
  randomRetryMs,
} from './open-streams.ts'

const pollMs = 500
/** The minimum pause between two reads of a slow database. */
const minPauseMs = 100
const upkeepMs = 1_000

type ErrorLog = { error(details: object, message: string): void }

/** Reads the changes for all streams of this process, twice a second while there are streams. */
export function createEventHub(reader: ChangesReader, log: ErrorLog) {
  const streams: OpenStreams = { followers: new Map(), joining: [] }
  const streamsOfUser = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let upkeep: NodeJS.Timeout | undefined
  let isPolling = false
  let isStopped = false

  function start() {
    isPolling = true
    const sender = createEventSender(reader, streams)
    upkeep = setInterval(() => {
      endOldStreams(streams)
      sender.sendComments()
    }, upkeepMs)
    void poll(sender)
  }

  async function poll(sender: EventSender) {
    const startedAtMs = performance.now()
    try {
      await sender.readAndSend()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'lead events could not be read')
    }
    isPolling = !isStopped && countStreams(streams) > 0
    if (!isPolling) return clearInterval(upkeep)
    const tookMs = performance.now() - startedAtMs
    timer = setTimeout(poll, Math.max(minPauseMs, pollMs - tookMs), sender)
  }

  return {
    /** The number of streams of a person, and of all. */
    count: (userId: string) => ({
      ofUser: streamsOfUser.get(userId) ?? 0,
      all: countStreams(streams),
    }),
    /** Adds a stream. Its first event comes within about a second. After `stop`, the stream ends at once. */
    join(follower: Follower) {
      const { userId, stream } = follower
      streamsOfUser.set(userId, (streamsOfUser.get(userId) ?? 0) + 1)
      if (isStopped) return stream.end('stop', randomRetryMs())
      streams.joining.push(follower)
      if (!isPolling) start()
    },
    /** Forgets a stream that has ended. */
    leave(stream: EventStream, userId: string) {
      streams.followers.delete(stream)
      const remaining = (streamsOfUser.get(userId) ?? 1) - 1
      if (remaining > 0) streamsOfUser.set(userId, remaining)
      else streamsOfUser.delete(userId)
    },
    /** Ends all streams. */
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(upkeep)
      for (const stream of listStreams(streams)) stream.end('stop', randomRetryMs())
    },
  }
}
