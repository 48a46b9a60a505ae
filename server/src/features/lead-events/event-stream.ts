import type { ServerResponse } from 'node:http'
import { type EndCause, endedStreams, eventsSent, openStreams } from './lead-event-metrics.ts'

/** A client with more unread bytes than this is disconnected. The operating system buffers more for each connection. */
const maxUnreadBytes = 256 * 1024
/** A client that reads nothing for this long is disconnected at the next event. */
const maxUnreadMs = 30_000

/** The open response of one client. */
export interface EventStream {
  readonly isOpen: boolean
  /** Writes one event, or disconnects a client that does not read. */
  send(bytes: Buffer): void
  /** @param retryMs the time after which the client reconnects; undefined: the client decides */
  end(cause: EndCause, retryMs?: number): void
}

/**
 * Opens a stream on a response whose head is not sent yet.
 * @param onEnd called once, when the server or the client ends the stream
 */
export function openEventStream(raw: ServerResponse, onEnd: () => void): EventStream {
  let isOpen = true
  let unreadSinceMs = 0
  const stop = (cause: EndCause) => {
    if (!isOpen) return false
    isOpen = false
    openStreams.dec()
    endedStreams.inc({ cause })
    onEnd()
    return true
  }
  openStreams.inc()
  raw.on('close', () => stop('client'))
  raw.on('error', () => stop('client'))
  raw.flushHeaders()
  return {
    get isOpen() {
      return isOpen
    },
    send(bytes) {
      if (!isOpen) return
      const nowMs = Date.now()
      if (raw.writableLength === 0) unreadSinceMs = 0
      else unreadSinceMs ||= nowMs
      const isSlow = unreadSinceMs > 0 && nowMs - unreadSinceMs > maxUnreadMs
      if (isSlow || raw.writableLength > maxUnreadBytes) {
        stop('slow')
        raw.destroy()
        return
      }
      eventsSent.inc()
      raw.write(bytes)
    },
    end(cause, retryMs) {
      if (!stop(cause)) return
      raw.end(retryMs === undefined ? undefined : `retry: ${Math.round(retryMs)}\n\n`)
      // A client that does not read would keep the connection open.
      if (raw.writableLength > 0) setTimeout(() => raw.destroy(), 2_000).unref()
    },
  }
}
