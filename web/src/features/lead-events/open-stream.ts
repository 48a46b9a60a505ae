import { followLeadEvents, type LeadEvent, maxSilenceMs } from '@raahi/contract/lead-events'
import { createParser } from 'eventsource-parser'
import { withAccessToken } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { baseUrl, unwrapResponse } from '../../lib/transport.ts'

const firstPauseMs = 1_000
const maxPauseMs = 30_000
/** After this long without data the connection counts as lost. The server always sends sooner. */
const silenceMs = maxSilenceMs + 10_000

export interface StreamHandlers {
  /** The event id after which the stream continues; undefined starts at the current position. */
  readLastId: () => string | undefined
  onEvent: (event: LeadEvent, id: string | undefined) => void
  onConnected: (isConnected: boolean) => void
}

/**
 * Follows the events until `stop` is aborted. A lost stream is reopened after its last event, with a delay that doubles
 * with each failure. A refusal that a retry would repeat ends it.
 */
export async function followStream(handlers: StreamHandlers, stop: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs
  while (!stop.aborted) {
    let retryMs: number | undefined
    try {
      retryMs = await readStream(handlers, stop, () => {
        pauseMs = firstPauseMs
        handlers.onConnected(true)
      })
    } catch (error) {
      if (stop.aborted) return
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (isRefused && error.code !== 'TOO_MANY_REQUESTS') {
        handlers.onConnected(false)
        return
      }
    }
    if (stop.aborted) return
    if (retryMs === undefined) {
      handlers.onConnected(false)
      retryMs = pauseMs * (0.5 + Math.random() / 2)
      pauseMs = Math.min(maxPauseMs, pauseMs * 2)
    }
    await pause(retryMs, stop)
  }
}

/** @returns the reconnection delay in ms that the server sent; undefined if it sent none */
function readStream(
  { readLastId, onEvent }: StreamHandlers,
  stop: AbortSignal,
  onFirstEvent: () => void,
): Promise<number | undefined> {
  return withAccessToken(followLeadEvents, async (bearer) => {
    const silent = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const expectMore = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMs)
    }
    expectMore()
    try {
      const after = readLastId()
      const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
      const response = await fetch(`${baseUrl}${followLeadEvents.path}${query}`, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${bearer}` },
        signal: AbortSignal.any([stop, silent.signal]),
      })
      if (!response.ok || !response.body) await unwrapResponse(response, followLeadEvents)
      let retryMs: number | undefined
      let isFirst = true
      const parser = createParser({
        onEvent: ({ data, id }) => {
          onEvent(JSON.parse(data), id)
          if (isFirst) onFirstEvent()
          isFirst = false
        },
        onRetry: (ms) => {
          retryMs = ms
        },
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        expectMore()
        parser.feed(part.value)
      }
      return retryMs
    } finally {
      clearTimeout(timer)
    }
  })
}

/** Waits. Ends early when the browser is online again or `stop` is aborted. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      ended.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end, { signal: ended.signal })
    stop.addEventListener('abort', end, { signal: ended.signal })
  })
}
