import {
  type QuoteField,
  quoteErrors,
  quoteFieldNames,
  quoteFields,
} from '@raahi/contract/enquiry-form'
import { enquiryConsent } from '@raahi/contract/enquiry-words'
import type { Errors } from '@raahi/contract/form-field'
import { todayInIndia } from '@raahi/contract/trip-field-checks'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { deleteDraft, saveDraft } from '../../../lib/form-draft.ts'
import { Honeypot } from '../../../ui/honeypot.tsx'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { EnquiryChoice, FieldError } from './enquiry-field.tsx'
import classes from './enquiry-form.module.css'
import { findControl, focusFirstError, readTexts, removeErrorsOf } from './form-texts.ts'
import { QuoteConfirmation } from './quote-confirmation.tsx'
import { QUOTE_DRAFT, restoreQuote } from './quote-draft.ts'
import type { SentEnquiry } from './send-enquiry.ts'
import { TravellerFields } from './traveller-fields.tsx'

export interface QuoteFormBodyProps {
  /** The destination of the page that contains the form. */
  destination: string
  /** The destination chosen in the search after the page was rendered. */
  searchedDestination?: string
}

/**
 * The quote form: a plain form that any browser can post to /enquiries. With JavaScript it shows errors under the
 * fields, keeps the input over a reload, and shows the confirmation in place.
 */
export function QuoteFormBody({ destination, searchedDestination = '' }: QuoteFormBodyProps) {
  const form = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const isSending = useRef(false)
  const [errors, setErrors] = useState<Errors<QuoteField>>({})
  const [problem, setProblem] = useState('')
  const [state, setState] = useState<'typing' | 'sending'>('typing')
  const [sent, setSent] = useState<SentEnquiry | null>(null)
  // '' before hydration: until then the browser validates, and a prerendered page does not know the current date.
  const [today, setToday] = useState('')

  useEffect(() => {
    setToday(todayInIndia())
    if (form.current) restoreQuote(form.current, destination)
  }, [destination])
  useEffect(() => {
    const control = findControl(form.current, 'destination')
    if (searchedDestination === '' || control === null) return
    control.value = searchedDestination
    // After a search the focus moves to the form.
    title.current?.focus({ preventScroll: true })
  }, [searchedDestination])

  function show(found: Errors<QuoteField>) {
    setErrors(found)
    focusFirstError(form.current, quoteFieldNames, found)
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    const texts = readTexts(event.currentTarget, quoteFieldNames)
    const hiddenFields = {
      website: findControl(event.currentTarget, 'website')?.value ?? '',
      // The version of the consent text on this page, which may be an old one.
      consentVersion: findControl(event.currentTarget, 'consentVersion')?.value ?? '',
    }
    const found = quoteErrors(texts)
    setProblem('')
    show(found)
    if (Object.keys(found).length > 0) return
    isSending.current = true
    setState('sending')
    const { sendEnquiry } = await import('./send-enquiry.ts').catch(() => ({ sendEnquiry: null }))
    const outcome = await sendEnquiry?.(texts, hiddenFields)
    isSending.current = false
    setState('typing')
    if (outcome?.done) {
      deleteDraft(QUOTE_DRAFT)
      return setSent(outcome.data)
    }
    show(outcome?.fieldErrors ?? {})
    if (Object.keys(outcome?.fieldErrors ?? {}).length > 0) return
    setProblem(outcome?.problem ?? 'Could not reach Raahi. Please check your connection.')
  }
  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    saveDraft(QUOTE_DRAFT, {
      ...readTexts(event.currentTarget, quoteFieldNames),
      page: destination,
    })
    setErrors((errors) => removeErrorsOf(name, errors))
  }
  if (sent) return <QuoteConfirmation sent={sent} onAgain={() => setSent(null)} />
  return (
    <>
      <h3 ref={title} tabIndex={-1} className={classes.title}>
        Where to, and when?
      </h3>
      <p className={classes.intro}>
        Only your name and phone are needed. Anything else you add helps your agent plan a better
        trip.
      </p>
      <form
        ref={form}
        method="post"
        action="/enquiries"
        noValidate={today !== ''}
        onSubmit={submit}
        onInput={onInput}
        className={classes.form}
      >
        <TravellerFields form="quote" errors={errors} values={{ destination }} today={today}>
          <EnquiryChoice form="quote" name="source" error={errors.source} {...quoteFields.source} />
        </TravellerFields>
        <Consent error={errors.consent} />
        <Honeypot />
        {problem && (
          <p role="alert" className={fields.problem}>
            {problem}
          </p>
        )}
        <div className={classes.actions}>
          <button
            type="submit"
            className={`${buttons.main} ${buttons.large} ${classes.send}`}
            aria-disabled={state === 'sending'}
          >
            {state === 'sending' ? 'Sending…' : 'Get my quote'}
          </button>
          <p className={classes.note}>It is free, and you are not committed to anything.</p>
        </div>
      </form>
    </>
  )
}

/** The checkbox is never preselected or restored, because consent must be an action of the visitor. */
function Consent({ error }: { error: string | undefined }) {
  return (
    <div className={classes.consent}>
      <label htmlFor="quote-consent">
        <input
          type="checkbox"
          id="quote-consent"
          name="consent"
          required
          aria-invalid={error !== undefined}
          aria-describedby={error ? 'quote-consent-error' : 'quote-consent-more'}
        />
        <span>{quoteFields.consent.label}</span>
      </label>
      <input type="hidden" name="consentVersion" defaultValue={enquiryConsent.version} />
      <FieldError id="quote-consent" text={error} />
      <p id="quote-consent-more" className={classes.more}>
        Our <a href="/privacy">privacy notice</a> says what we keep and for how long.
      </p>
    </div>
  )
}
