import type { ContactChannel, ContactOutcome } from '@raahi/contract/pipeline-labels'
import { useEffect } from 'react'
import { create } from 'zustand'
import { ApiError, errorWithReason, isRefusal } from '../../../lib/api-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { pipelineKey, purchasesKey } from '../../../lib/query-keys.ts'
import { refetch } from '../../../lib/refetch.ts'
import { serverNowMs } from '../../../lib/server-clock.ts'
import { useSession } from '../../../lib/session.ts'
import { notifyError } from '../../../ui/toast.ts'
import { sendAtOnce, sendTap } from '../record-tap.ts'
import {
  dropTap,
  forgetTap,
  readStoredTaps,
  type StoredTap,
  stateOfTap,
  storeTap,
} from '../stored-taps.ts'

/** A tap on call, WhatsApp or email of a bought lead, until its question is closed. */
export interface ContactTap {
  /** The id of the entry in the contact log. */
  id: string
  leadId: string
  /** The traveller; null if the element does not name one. */
  name: string | null
  channel: ContactChannel
  /** The user who tapped. */
  userId: string
  /** The answer of the agent; null before it. */
  outcome: ContactOutcome | null
  /** Resolves once the first attempts to send the tap have ended, successfully or not. */
  tried: Promise<void>
}

interface TapState {
  /** The last tap whose question is open. */
  tap: ContactTap | null
  /** The lead whose open drawer asks for the outcome, or every lead on a screen with a button at the lower edge. */
  askedOnScreen: string | null
}

/** The value of `askedOnScreen` that covers each lead. */
export const everyLead = 'every lead'

export const useTaps = create<TapState>(() => ({ tap: null, askedOnScreen: null }))

/** Closes the question about a tap. */
export function closeTap(id: string): void {
  useTaps.setState(({ tap }) => (tap?.id === id ? { tap: null } : {}))
}

/** Keeps the answer to the question about a tap, so that no screen asks again. */
export function setTapOutcome(id: string, outcome: ContactOutcome | null): void {
  useTaps.setState(({ tap }) => (tap?.id === id ? { tap: { ...tap, outcome } } : {}))
}

let isListening = false

/**
 * Starts to record taps on contact links inside elements that name their lead with `data-lead` and its traveller with
 * `data-lead-name`. Components that render such links call it, so that no tap precedes the listener.
 */
export function useTapRecords(): void {
  useEffect(() => {
    if (isListening) return
    isListening = true
    // In the capture phase, because handlers of the page may stop the event.
    document.addEventListener('click', takeClick, { capture: true })
    window.addEventListener('online', sendStoredTaps)
    // The page becomes visible again after a call.
    document.addEventListener('visibilitychange', sendStoredTaps)
    void sendStoredTaps()
  }, [])
}

function takeClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return
  const link = target.closest<HTMLAnchorElement>('a[href]')
  const channel = link && channelOf(link.href)
  const owner = link?.closest<HTMLElement>('[data-lead]')
  const leadId = owner?.dataset.lead
  const { user } = useSession.getState()
  if (!channel || !leadId || user === null) return
  recordContactTap(user._id, { leadId, channel, name: owner.dataset.leadName ?? null })
}

/** Stores a tap until the server has recorded it, and sends it. */
export function recordContactTap(
  userId: string,
  { name, ...of }: Pick<ContactTap, 'leadId' | 'channel' | 'name'>,
): void {
  const tap = { ...of, id: newId(), tappedAtMs: serverNowMs() }
  storeTap(userId, tap)
  const tried = sendNow(userId, tap)
  useTaps.setState({ tap: { ...of, id: tap.id, name, userId, outcome: null, tried } })
}

function channelOf(href: string): ContactChannel | null {
  if (href.startsWith('tel:')) return 'call'
  if (href.startsWith('mailto:')) return 'email'
  return href.startsWith('https://wa.me/') ? 'whatsapp' : null
}

/** Cards and purchased leads show the last contact. */
function readCardsAgain(): void {
  for (const key of [pipelineKey, purchasesKey]) void refetch(queryClient, key)
}

async function sendNow(userId: string, tap: StoredTap): Promise<void> {
  if (await sendAtOnce(tap)) {
    forgetTap(userId, tap.id)
    readCardsAgain()
  } else {
    await sendStoredTaps()
    if (stateOfTap(userId, tap.id) === 'refused') closeTap(tap.id)
  }
}

const minRetryMs = 4_000
const maxRetryMs = 5 * 60_000
let retryMs = minRetryMs
let retry: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | null = null

/** Sends the stored taps of the signed-in user, each once. If one cannot be sent now, they are retried later. */
export function sendStoredTaps(): Promise<void> {
  running ??= sendAll().finally(() => {
    running = null
  })
  return running
}

/**
 * Sends the earliest tap until none is stored. Reads them again each time, because the end of the session removes
 * them.
 */
async function sendAll(): Promise<void> {
  clearTimeout(retry)
  const userId = useSession.getState().user?._id
  if (!userId) return
  for (let [tap] = readStoredTaps(userId); tap; [tap] = readStoredTaps(userId)) {
    try {
      await sendTap(tap)
      forgetTap(userId, tap.id)
      retryMs = minRetryMs
      readCardsAgain()
    } catch (error) {
      if (!isRefused(error)) {
        retry = setTimeout(sendStoredTaps, retryMs)
        retryMs = Math.min(2 * retryMs, maxRetryMs)
        return
      }
      dropTap(userId, tap.id)
      if (isRefusal(error, 'CONTACT_STOPPED')) {
        notifyError(errorWithReason(error, 'The traveller has withdrawn.'))
      }
    }
  }
}

/** Whether the server would refuse the tap again. An ended session (401) and a rate limit (429) are temporary. */
const isRefused = (error: unknown) => error instanceof ApiError && error.isDecided
