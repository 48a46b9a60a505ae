import { followLeadEvents } from '@raahi/contract/lead-events'
import type { FastifyInstance } from 'fastify'
import { parseEventId } from '../../platform/database/event-position.ts'
import { eventIdOf } from '../../platform/database/snapshot.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { createEventHub } from './event-hub.ts'
import { openEventStream } from './event-stream.ts'
import { createChangesReader } from './lead-events.queries.ts'
import { receiverOfCaller } from './open-streams.ts'

/** A browser has one stream, which its tabs share. */
const maxStreamsOfUser = 8
/** The maximum of one process. A stream takes about 20 kB. */
const maxStreams = 10_000

export function addLeadEventRoutes(app: FastifyInstance, { addRoute, database }: RouteDeps): void {
  const hub = createEventHub(createChangesReader(database), app.log)
  // Streams must end before the server waits for its connections to close.
  app.addHook('preClose', async () => hub.stop())

  addRoute(followLeadEvents, async ({ caller, query, reply }) => {
    const { ofUser, all } = hub.count(caller.userId)
    if (ofUser >= maxStreamsOfUser) {
      throw new ApiFailure('TOO_MANY_REQUESTS', { retryAfterSeconds: 30 })
    }
    if (all >= maxStreams) throw new ApiFailure('TOO_BUSY_RETRY', { retryAfterSeconds: 30 })
    const seen = eventIdOf(caller.snapshot)
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // nginx would keep events until its buffer is full.
      'x-accel-buffering': 'no',
    })
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value)
    }
    const stream = openEventStream(raw, () => hub.leave(stream, caller.userId))
    const { userId, agencyId } = caller
    const isCaller = caller.agentRole === 'caller'
    hub.join({
      stream,
      userId,
      agencyId,
      isCaller,
      receiver: isCaller ? receiverOfCaller(userId) : agencyId,
      sessionId: caller.sessionId,
      after: parseEventId(query.after ?? seen),
      admitted: parseEventId(seen),
      once: query.once ?? false,
    })
    return responseSent
  })
}
