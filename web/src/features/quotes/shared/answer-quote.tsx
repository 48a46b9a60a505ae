import type { SharedQuote } from '@raahi/contract/quotes'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, errorMessage } from '../../../lib/api-error.ts'
import { send } from '../../../lib/transport.ts'
import { useSingleRun } from '../../../lib/use-single-run.ts'
import buttons from '../../../ui/plain-button.module.css'
import classes from './shared-quote.module.css'
import { sharedQuoteCalls } from './shared-quote-calls.ts'

interface AnswerQuoteProps {
  shared: SharedQuote
  secret: string
  onStale: () => void
  /** A third button. */
  children: ReactNode
}

/** The answers of the traveller: 'I like it', or a question. A question that could not be sent stays in its field. */
export function AnswerQuote({ shared, secret, onStale, children }: AnswerQuoteProps) {
  const [isLiked, setLiked] = useState(shared.isLiked)
  const [isAsking, setAsking] = useState(false)
  const [text, setText] = useState('')
  const [done, setDone] = useState('')
  const [problem, setProblem] = useState('')
  const { version } = shared
  const { busy, run } = useSingleRun()
  const answer = async (kind: 'like' | 'question') => {
    setProblem('')
    setDone('')
    const question = kind === 'question' ? { text } : {}
    try {
      await send(sharedQuoteCalls.answerSharedQuote, {
        body: { secret, version, kind, ...question },
      })
      if (kind === 'like') setLiked(true)
      else {
        setText('')
        setAsking(false)
      }
      setDone(
        kind === 'like' ? 'Thank you! We have told your travel agent.' : 'Your question is sent.',
      )
    } catch (error) {
      const invalid = error instanceof ApiError ? error.fieldErrors.text : undefined
      setProblem(invalid ?? errorMessage(error, 'Your answer could not be sent.'))
      const stale = ['QUOTE_HAS_NEW_VERSION', 'QUOTE_LINK_NOT_FOUND', 'QUOTE_EXPIRED']
      if (error instanceof ApiError && kind === 'like' && stale.includes(error.code)) onStale()
    }
  }
  function ask(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return setProblem('Write your question.')
    void run(() => answer('question'))
  }
  return (
    <>
      <div className={classes.buttons}>
        <button
          type="button"
          className={buttons.main}
          aria-disabled={isLiked || busy}
          onClick={() => !isLiked && void run(() => answer('like'))}
        >
          {isLiked ? 'You like it' : 'I like it'}
        </button>
        <button
          type="button"
          className={buttons.other}
          aria-expanded={isAsking}
          onClick={() => setAsking(!isAsking)}
        >
          Ask a question
        </button>
        {children}
      </div>
      {isAsking && <QuestionForm text={text} busy={busy} onType={setText} onSubmit={ask} />}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {done && (
        <p role="status" className={classes.notice}>
          {done}
        </p>
      )}
    </>
  )
}

interface QuestionFormProps {
  text: string
  busy: boolean
  onType: (text: string) => void
  onSubmit: (event: FormEvent) => void
}

function QuestionForm({ text, busy, onType, onSubmit }: QuestionFormProps) {
  return (
    <form className={classes.ask} onSubmit={onSubmit}>
      <label htmlFor="question">Your question</label>
      <textarea
        id="question"
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <p className={classes.soft}>Your travel agent answers by phone, WhatsApp or email.</p>
      <div>
        <button type="submit" className={buttons.main} aria-disabled={busy}>
          {busy ? 'Sending…' : 'Send question'}
        </button>
      </div>
    </form>
  )
}
