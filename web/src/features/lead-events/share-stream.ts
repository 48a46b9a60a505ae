import type { LeadEvent } from '@raahi/contract/lead-events'
import { followStream } from './open-stream.ts'
import { addEvent, type Overlay, startOverlay } from './public/lead-overlay.ts'

/** The messages between tabs. */
type Message =
  | { type: 'question' }
  | { type: 'state'; overlay: Overlay | null; isConnected: boolean }
  | { type: 'event'; event: LeadEvent; id: string | undefined }
  | { type: 'connected'; isConnected: boolean }

interface SharedStreamHandlers {
  /** The event id of the oldest list on the screen, after which the first stream starts. */
  readFirstId: () => string | undefined
  onChange: (overlay: Overlay) => void
  onAccount: (account: NonNullable<LeadEvent['account']>) => void
  /** Called when leads were put on sale. */
  onNewLeads: () => void
  /** Called with the lead ids of the pipeline cards that have changed. */
  onCards: (leadIds: readonly string[]) => void
  /** Called when changes may have been missed, so that the screen may be out of date. */
  onReadAgain: () => void
  /** Called once, when the stream starts. Changes between the reads of the screen and this moment may be missing. */
  onFirstConnected: () => void
  onConnected: (isConnected: boolean) => void
}

/**
 * Follows the events with one stream for all tabs, because a browser may open only six connections to a server. The tab
 * that holds the lock reads the stream and sends it to the others. When it is closed, the next tab continues after the
 * last event. Without Web Locks, for example without HTTPS, each tab has a stream.
 */
export function shareStream(
  userId: string,
  handlers: SharedStreamHandlers,
  stop: AbortSignal,
): void {
  const name = `raahi-lead-events-${userId}`
  let overlay: Overlay | null = null
  let isLeader = false
  let isConnected = false
  let wasConnected = false
  /** The event id after which this tab's stream started; undefined if there was none. */
  let startedAfter: string | undefined

  const take = (event: LeadEvent, id: string | undefined) => {
    report(event, handlers)
    if (id === undefined) return
    if (overlay === null && !isLeader) return // The leader will send its state.
    overlay = addEvent(overlay ?? startOverlay(startedAfter ?? id), event, id)
    handlers.onChange(overlay)
  }
  const setConnected = (connected: boolean) => {
    isConnected = connected
    if (connected && !wasConnected) {
      wasConnected = true
      handlers.onFirstConnected()
    }
    handlers.onConnected(connected)
  }
  const lead = (send: (message: Message) => void) => {
    isLeader = true
    return followStream(
      {
        readLastId() {
          startedAfter = overlay?.until ?? handlers.readFirstId()
          return startedAfter
        },
        onEvent: (event, id) => {
          take(event, id)
          send({ type: 'event', event, id })
        },
        onConnected: (connected) => {
          setConnected(connected)
          send({ type: 'connected', isConnected })
        },
      },
      stop,
    ).finally(() => {
      // After a refusal the next tab that gets the lock leads this tab too.
      isLeader = false
    })
  }

  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    void lead(() => {})
    return
  }
  const channel = new BroadcastChannel(name)
  const send = (message: Message) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'question') {
      if (isLeader) send({ type: 'state', overlay, isConnected })
    } else if (isLeader) {
      // Ignores messages of a former leader.
    } else if (data.type === 'state') {
      if (overlay !== null) return
      overlay = data.overlay
      if (overlay) handlers.onChange(overlay)
      setConnected(data.isConnected)
    } else if (data.type === 'event') {
      take(data.event, data.id)
    } else {
      if (overlay === null) send({ type: 'question' })
      setConnected(data.isConnected)
    }
  }
  stop.addEventListener('abort', () => channel.close())
  send({ type: 'question' })
  navigator.locks.request(name, { signal: stop }, () => lead(send)).catch(() => undefined)
}

function report(event: LeadEvent, handlers: SharedStreamHandlers): void {
  if (event.account) handlers.onAccount(event.account)
  if (event.changedCards) handlers.onCards(event.changedCards)
  if (event.newLeadIds) handlers.onNewLeads()
  if (event.readAgain) handlers.onReadAgain()
}
