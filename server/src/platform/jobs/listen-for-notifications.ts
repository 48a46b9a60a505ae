import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A lost connection often sends no FIN, so an idle connection is checked with a query at this interval. */
const checkEveryMs = 10_000
const responseTimeoutMs = 5000
/** Delay before the next attempt to connect: doubled after each failure up to `max`. */
const retryDelayMs = { min: 500, max: 8000 }

export interface NotificationListener {
  /** Resolves when no handler will be called any more. */
  close(): Promise<void>
}

interface NotificationHandlers {
  /** Called with the payload of each notification. */
  onNotification: (payload: string) => void
  /** Called after each connect. Earlier notifications may have been missed. */
  onListening: () => void
  /** Called with the reason when the connection is lost or cannot be opened. */
  onLost: (error: unknown) => void
}

/**
 * Listens to a channel of the database on a separate connection and reconnects when it is lost. It replaces the
 * listener of the job library, which removes its error handler after the first error of a connection. If a pooler then
 * sends an error after the database's, that second error is unhandled and ends the process.
 * @param connectionString must not go through a pooler in transaction mode
 * @returns after the first attempt to connect, successful or not
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
    for (let pauseMs = retryDelayMs.min; !signal.aborted; ) {
      const onListening = () => {
        pauseMs = retryDelayMs.min
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
      pauseMs = Math.min(2 * pauseMs, retryDelayMs.max)
    }
  }
  const listening = keepListening()
  await tried
  return {
    async close() {
      ending.abort(new Error('the listener was closed'))
      await listening
    },
  }
}

/** Listens until the connection is lost. @throws Error the reason */
async function listen(
  connectionString: string,
  channel: string,
  { onNotification, onListening }: Omit<NotificationHandlers, 'onLost'>,
  signal: AbortSignal,
): Promise<never> {
  const client = new pg.Client({
    connectionString,
    application_name: 'raahi-jobs',
    connectionTimeoutMillis: responseTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  lost.catch(() => {}) // It may be rejected before it is awaited.
  client.on('error', lose) // Never removed: a client can emit more than one error.
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
      await Promise.race([sleep(checkEveryMs, undefined, { ref: false }), lost])
      await Promise.race([client.query('SELECT 1'), rejectAfterTimeout(), lost])
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    client.end().catch(() => {}) // Not awaited, because the other side may not respond.
  }
}

async function rejectAfterTimeout(): Promise<never> {
  await sleep(responseTimeoutMs, undefined, { ref: false })
  throw new Error('Connection terminated: no answer in time')
}
