import type { ContactChannel } from '@raahi/contract/pipeline-words'
import { useEffect } from 'react'
import { create } from 'zustand'
import { ApiError, errorWithReason, isRefusal } from '../../lib/api-error.ts'
import { newId } from '../../lib/new-id.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'
import { baseUrl } from '../../lib/transport.ts'
import { notifyError } from '../../ui/toast.ts'
import { pipelineKey } from './pipeline-key.ts'

/** A tap on call, WhatsApp or email of a bought lead, whose outcome is not known yet. */
export interface ContactTap {
  /** Of the entry in the contact log. */
  id: string
  leadId: string
  /** Null: the element does not name the traveller. */
  name: string | null
  channel: ContactChannel
  /** Whether the server has recorded it. */
  recorded: Promise<boolean>
}

interface TapState {
  /** The last tap without an outcome. */
  tap: ContactTap | null
  /** The lead whose open drawer asks for the outcome. */
  askedInDrawer: string | null
}

export const useTaps = create<TapState>(() => ({ tap: null, askedInDrawer: null }))

/** Ends the question about a tap. */
export function closeTap(id: string): void {
  useTaps.setState(({ tap }) => (tap?.id === id ? { tap: null } : {}))
}

let isListening = false

/**
 * Records from now on taps on contact links inside elements that name their lead with `data-lead`, and with
 * `data-lead-name` its traveller. Parts that draw such links call it, so that no tap comes before the listener.
 */
export function useTapRecords(): void {
  useEffect(() => {
    if (isListening) return
    isListening = true
    // Before handlers of the page, which may stop the event.
    document.addEventListener('click', takeClick, { capture: true })
  }, [])
}

function takeClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return
  const link = target.closest<HTMLAnchorElement>('a[href]')
  const channel = link && channelOf(link.href)
  const owner = link?.closest<HTMLElement>('[data-lead]')
  const leadId = owner?.dataset.lead
  if (!channel || !leadId || useSession.getState().user === null) return
  const id = newId()
  const recorded = record({ id, leadId, channel })
  const name = owner.dataset.leadName ?? null
  useTaps.setState({ tap: { id, leadId, channel, name, recorded } })
  void recorded.then((isRecorded) => {
    if (isRecorded) void queryClient.invalidateQueries({ queryKey: pipelineKey })
    else closeTap(id)
  })
}

function channelOf(href: string): ContactChannel | null {
  if (href.startsWith('tel:')) return 'call'
  if (href.startsWith('mailto:')) return 'email'
  return href.startsWith('https://wa.me/') ? 'whatsapp' : null
}

interface TapBody {
  id: string
  leadId: string
  channel: ContactChannel
}

/** How often a tap is sent while the network fails, and how long after each other. */
const maxTries = 5
const retryAfterMs = 4_000

/** @returns whether the server has recorded it */
async function record(body: TapBody): Promise<boolean> {
  if (await sendAtOnce(body)) return true
  for (let tries = 1; ; tries += 1) {
    try {
      const { recordTap } = await import('./pipeline.api.ts')
      await recordTap(body)
      return true
    } catch (error) {
      const isLost = error instanceof ApiError && error.isOutcomeUnknown
      if (!isLost || tries >= maxTries) {
        if (isRefusal(error, 'CONTACT_STOPPED')) {
          notifyError(errorWithReason(error, 'The traveller has withdrawn.'))
        }
        return false
      }
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    }
  }
}

/**
 * Sends the tap in the same turn, and in a request that outlives the page: the dialler or WhatsApp may replace it. The
 * token is not renewed first; if it has expired, the usual call follows.
 */
async function sendAtOnce(body: TapBody): Promise<boolean> {
  const session = useSession.getState()
  if (session.user === null) return false
  try {
    const { ok } = await fetch(`${baseUrl}/api/pipeline/contacts`, {
      method: 'POST',
      keepalive: true,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${session.accessToken}`,
      },
      body: JSON.stringify(body),
    })
    return ok
  } catch {
    return false
  }
}
