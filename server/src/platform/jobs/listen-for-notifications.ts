import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A line that says nothing is asked whether it still listens; a connection that is gone often hangs up on nobody. */
const askEveryMs = 10_000
const answerWithinMs = 5000
/** Doubled each time up to the most, as long as the database is away. */
const againAfterMs = { first: 500, most: 8000 }

export interface NotificationListener {
  /** Resolves when nothing is heard any more. */
  close(): Promise<void>
}

interface NotificationHandlers {
  /** Told each announcement. */
  onNotification: (payload: string) => void
  /** Told that announcements are heard from now on, of which some may have been missed. */
  onListening: () => void
  /** Told why the line was lost, or could not be had. */
  onLost: (error: unknown) => void
}

/**
 * Listens to a channel of the database on a connection of its own, and on another one whenever that is lost. In place of
 * the job library's own listener, which takes its handlers off a lost connection: where a pooler passes on the last words of
 * a dying database and its own in one piece, the second error meets nobody there, and that ends the process.
 * @param connectionString not by way of a pooler in transaction mode
 * @returns after the first try, whether it succeeded or not
 */
export async function listenForNotifications(
  connectionString: string,
  channel: string,
  handlers: NotificationHandlers,
): Promise<NotificationListener> {
  const ending = new AbortController()
  const { signal } = ending
  const { promise: tried, resolve: hasTried } = Promise.withResolvers<void>()
  const keepListening = async () => {
    for (let pauseMs = againAfterMs.first; !signal.aborted; ) {
      const onListening = () => {
        pauseMs = againAfterMs.first
        hasTried()
        handlers.onListening()
      }
      await listen(connectionString, channel, { ...handlers, onListening }, signal).catch(
        (error) => {
          if (!signal.aborted) handlers.onLost(error)
        },
      )
      hasTried()
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {})
      pauseMs = Math.min(2 * pauseMs, againAfterMs.most)
    }
  }
  const kept = keepListening()
  await tried
  return {
    async close() {
      ending.abort(new Error('nobody listens any more'))
      await kept
    },
  }
}

/** Listens until the line is lost. @throws Error whatever ended it */
async function listen(
  connectionString: string,
  channel: string,
  { onNotification, onListening }: Omit<NotificationHandlers, 'onLost'>,
  signal: AbortSignal,
): Promise<never> {
  const client = new pg.Client({
    connectionString,
    application_name: 'raahi-jobs',
    connectionTimeoutMillis: answerWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  lost.catch(() => {}) // It may be lost while nobody waits for it.
  client.on('error', lose) // For as long as the client lives: it can have more than one.
  client.on('end', () => lose(new Error('Connection terminated unexpectedly')))
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) onNotification(payload)
  })
  const onAbort = () => lose(signal.reason)
  signal.addEventListener('abort', onAbort)
  try {
    await Promise.race([client.connect(), lost])
    await Promise.race([client.query(`LISTEN ${client.escapeIdentifier(channel)}`), lost])
    onListening()
    for (;;) {
      await Promise.race([sleep(askEveryMs, undefined, { ref: false }), lost])
      await Promise.race([client.query('SELECT 1'), late(), lost])
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    client.end().catch(() => {}) // Not waited for: nobody may be there to say good-bye to.
  }
}

async function late(): Promise<never> {
  await sleep(answerWithinMs, undefined, { ref: false })
  throw new Error('Connection terminated: no answer in time')
}
