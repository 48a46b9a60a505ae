import type { LeadEvent } from '@raahi/contract/lead-events'
import { addEvent, type Overlay, startOverlay } from './lead-overlay.ts'
import { followStream } from './open-stream.ts'

/** What tabs send each other. */
type Message =
  | { type: 'question' }
  | { type: 'state'; overlay: Overlay | null; isConnected: boolean }
  | { type: 'event'; event: LeadEvent; id: string | undefined }
  | { type: 'connected'; isConnected: boolean }

interface SharedStreamHandlers {
  /** The event id of the oldest list on the screen, from which a first stream starts. */
  readFirstId: () => string | undefined
  onChange: (overlay: Overlay) => void
  onAccount: (account: NonNullable<LeadEvent['account']>) => void
  /** Leads were put on sale. */
  onNewLeads: () => void
  /** Cards of the pipeline have changed, by the ids of their leads. */
  onCards: (leadIds: readonly string[]) => void
  /** Changes are not known, so what is on the screen may be old. */
  onReadAgain: () => void
  /** The changes from now on are known. Those since the screen was read may not be. Called once. */
  onFirstConnected: () => void
  onConnected: (isConnected: boolean) => void
}

/**
 * Follows the events with one stream for all tabs of the browser, which may open only six connections to a server. The tab
 * that holds the lock reads the stream and sends it to the others; when it is closed, the next one continues after the last
 * event. Without Web Locks, as without HTTPS, each tab has a stream.
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
  /** Where the stream of this tab has started, if a list was on the screen. */
  let startedAfter: string | undefined

  const take = ({ account, changedCards, ...changes }: LeadEvent, id: string | undefined) => {
    if (account) handlers.onAccount(account)
    if (changedCards) handlers.onCards(changedCards)
    if (changes.newLeadIds) handlers.onNewLeads()
    if (changes.readAgain) handlers.onReadAgain()
    if (id === undefined) return
    if (overlay === null && !isLeader) return // The state of the leader is on its way.
    overlay = addEvent(overlay ?? startOverlay(startedAfter ?? id), changes, id)
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
      // After a refusal the next tab that holds the lock leads this one too.
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
      // Of a leader that has just ended.
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
