import type { Quote, QuoteContent, QuoteDraft } from '@raahi/contract/quotes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { userTextKey } from '../../lib/local-texts.ts'
import { useSession } from '../../lib/session.ts'
import { saveDraft, useKeepDraft } from './quotes.api.ts'

/** A day with a key that stays while it moves. */
export type EditedDay = QuoteContent['days'][number] & { key: number }
export type EditedContent = Omit<QuoteContent, 'days'> & { days: EditedDay[] }

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Nothing is lost: what was typed stays in the fields and in this tab. */
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

interface Kept {
  revision: number
  content: QuoteContent
}

/** What is typed and not saved yet. It survives a reload while the tab is open and its user is signed in. */
const kept = {
  key: (id: string) => userTextKey(`quote-${id}`, useSession.getState().user?._id ?? ''),
  read(id: string): Kept | null {
    try {
      return JSON.parse(sessionStorage.getItem(kept.key(id)) ?? 'null') as Kept | null
    } catch {
      return null
    }
  },
  write(id: string, value: Kept | null): void {
    try {
      if (value) sessionStorage.setItem(kept.key(id), JSON.stringify(value))
      else sessionStorage.removeItem(kept.key(id))
    } catch {
      // Without storage, a reload within a second of typing loses that second.
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
 * The draft as it is edited. It is saved after each pause in typing, one request at a time, and when the page is left.
 * @param draft as it was read
 */
export function useDraft({ _id: id }: Quote, draft: QuoteDraft) {
  const [content, setContent] = useState<EditedContent>(() => {
    const unsaved = kept.read(id)
    return toEdited(unsaved?.revision === draft.revision ? unsaved.content : draft)
  })
  const [state, setState] = useState<SaveState>(() =>
    kept.read(id)?.revision === draft.revision ? { kind: 'unsaved' } : { kind: 'saved' },
  )
  const keepSaved = useKeepDraft(id)
  const latest = useRef({ content, revision: draft.revision, isChanged: state.kind === 'unsaved' })
  /** A save without an answer. It is repeated unchanged, so that the server knows it, before what was typed since. */
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
      // The editor may be opened again before the quote is read again.
      keepSaved(saved)
      if (latest.current.content === sent) {
        latest.current.isChanged = false
        kept.write(id, null)
        setState({ kind: 'saved' })
      } else {
        kept.write(id, { revision: saved.revision, content: toContent(latest.current.content) })
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

  /** Saves everything that was typed. @returns the revision that is saved; null if it failed */
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
      kept.write(id, { revision: latest.current.revision, content: toContent(next) })
      setContent(next)
      setState((before) => (before.kind === 'conflict' ? before : { kind: 'unsaved' }))
    },
    [id],
  )

  useEffect(() => {
    if (state.kind !== 'unsaved') return
    const timer = setTimeout(() => void flush(), saveAfterMs)
    return () => clearTimeout(timer)
  }, [content, state.kind, flush])

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden' && latest.current.isChanged) void flush()
    }
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      if (latest.current.isChanged) void flush()
    }
  }, [flush])

  return { content, state, change, flush }
}

/** Forgets what was typed and not saved, after the agent chose the other version. */
export function forgetUnsaved(id: string): void {
  kept.write(id, null)
}
