import type { Quote, QuoteContent, QuoteDraft } from '@raahi/contract/quotes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { userTextKey } from '../../lib/local-texts.ts'
import { readShownUserId, useSession } from '../../lib/session.ts'
import { saveDraft, useKeepDraft } from './quotes.api.ts'

/** A day with a stable React key, so that it can be moved. */
export type EditedDay = QuoteContent['days'][number] & { key: number }
export type EditedContent = Omit<QuoteContent, 'days'> & { days: EditedDay[] }

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** No input is lost: it stays in the fields and in the storage of this tab. */
  | { kind: 'failed'; problem: string }
  /** Another tab or device has saved the draft. */
  | { kind: 'conflict' }

/** A pause in typing after which the draft is saved. */
const saveAfterMs = 1000

let lastKey = 0
export function newDay(day = { title: '', text: '' }): EditedDay {
  lastKey += 1
  return { ...day, key: lastKey }
}

interface UnsavedDraft {
  revision: number
  content: QuoteContent
}

/** The unsaved input in the tab's storage. It survives a reload while the tab is open and its user is signed in. */
const unsavedDrafts = {
  key: (id: string) => userTextKey(`quote-${id}`, readShownUserId() ?? ''),
  read(id: string): UnsavedDraft | null {
    try {
      const text = sessionStorage.getItem(unsavedDrafts.key(id))
      return JSON.parse(text ?? 'null') as UnsavedDraft | null
    } catch {
      return null
    }
  },
  write(id: string, value: UnsavedDraft | null): void {
    try {
      if (value) sessionStorage.setItem(unsavedDrafts.key(id), JSON.stringify(value))
      else sessionStorage.removeItem(unsavedDrafts.key(id))
    } catch {
      // Without storage, a reload loses the input since the last save.
    }
  },
}

function toEdited(draft: QuoteContent): EditedContent {
  const { title, inclusions, exclusions, terms, pricePerPersonPaise, persons, gst, validUntil } =
    draft
  const days = draft.days.map((day) => newDay(day))
  return {
    title,
    days,
    inclusions,
    exclusions,
    terms,
    pricePerPersonPaise,
    persons,
    gst,
    validUntil,
  }
}

function toContent({ days, ...content }: EditedContent): QuoteContent {
  return { ...content, days: days.map(({ title, text }) => ({ title, text })) }
}

/**
 * The edited draft. It is saved after each pause in typing, one request at a time, and when the page is left.
 * @param draft as the server returned it
 */
export function useDraft({ _id: id }: Quote, draft: QuoteDraft) {
  const [content, setContent] = useState<EditedContent>(() => {
    const unsaved = unsavedDrafts.read(id)
    return toEdited(unsaved?.revision === draft.revision ? unsaved.content : draft)
  })
  const [state, setState] = useState<SaveState>(() =>
    unsavedDrafts.read(id)?.revision === draft.revision ? { kind: 'unsaved' } : { kind: 'saved' },
  )
  const keepSaved = useKeepDraft(id)
  const latest = useRef({ content, revision: draft.revision, isChanged: state.kind === 'unsaved' })
  /**
   * A save without a response. It is repeated unchanged, so that the server recognises it, before newer input is
   * saved.
   */
  const unanswered = useRef<EditedContent | null>(null)
  const running = useRef<Promise<boolean> | null>(null)

  const saveOnce = useCallback(async (): Promise<boolean> => {
    const sent = unanswered.current ?? latest.current.content
    setState({ kind: 'saving' })
    unanswered.current = sent
    try {
      const saved = await saveDraft(id, { ...toContent(sent), revision: latest.current.revision })
      unanswered.current = null
      latest.current.revision = saved.revision
      // Updates the cache, because the editor may be opened again before the quote is refetched.
      keepSaved(saved)
      if (latest.current.content === sent) {
        latest.current.isChanged = false
        unsavedDrafts.write(id, null)
        setState({ kind: 'saved' })
      } else {
        const unsaved = toContent(latest.current.content)
        unsavedDrafts.write(id, { revision: saved.revision, content: unsaved })
        setState({ kind: 'unsaved' })
      }
      return true
    } catch (error) {
      if (!(error instanceof ApiError && error.isOutcomeUnknown)) unanswered.current = null
      const isConflict = isRefusal(error, 'QUOTE_CHANGED')
      const problem = errorMessage(error, 'Your changes could not be saved.')
      setState(isConflict ? { kind: 'conflict' } : { kind: 'failed', problem })
      return false
    }
  }, [id, keepSaved])

  /** Saves all input. @returns the saved revision; null if a save failed */
  const flush = useCallback(async (): Promise<number | null> => {
    while (running.current || latest.current.isChanged) {
      running.current ??= saveOnce().finally(() => {
        running.current = null
      })
      if (!(await running.current)) return null
    }
    return latest.current.revision
  }, [saveOnce])

  const change = useCallback(
    (changed: Partial<EditedContent>) => {
      const next = { ...latest.current.content, ...changed }
      latest.current.content = next
      latest.current.isChanged = true
      unsavedDrafts.write(id, { revision: latest.current.revision, content: toContent(next) })
      setContent(next)
      setState((before) => (before.kind === 'conflict' ? before : { kind: 'unsaved' }))
    },
    [id],
  )

  useSaveTriggers({
    pause: state.kind === 'unsaved' ? content : null,
    isChanged: () => latest.current.isChanged,
    flush,
  })
  return { content, state, change, flush }
}

interface SaveTriggers {
  /** The content that is saved after a pause in typing; null if it needs no save. */
  pause: EditedContent | null
  isChanged: () => boolean
  flush: () => Promise<unknown>
}

/** Saves after a pause in typing, when the page is hidden or left, and after a login. */
function useSaveTriggers({ pause, isChanged, flush }: SaveTriggers) {
  useEffect(() => {
    if (pause === null) return
    const timer = setTimeout(() => void flush(), saveAfterMs)
    return () => clearTimeout(timer)
  }, [pause, flush])

  // A login after the session has ended saves what was typed before.
  const isSignedIn = useSession(({ user }) => user !== null)
  useEffect(() => {
    if (isSignedIn && isChanged()) void flush()
  }, [isSignedIn, flush])

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden' && isChanged()) void flush()
    }
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      if (isChanged()) void flush()
    }
  }, [flush])
}

/** Discards the unsaved input after the agent chose the other version. */
export function forgetUnsaved(id: string): void {
  unsavedDrafts.write(id, null)
}
