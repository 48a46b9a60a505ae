import {
  type QuoteField,
  quoteErrors,
  quoteFieldNames,
  quoteFields,
} from '@raahi/contract/enquiry-form'
import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import type { Errors } from '@raahi/contract/form-field'
import { loadPhones } from '@raahi/contract/phones'
import { countryOf } from '@raahi/contract/places'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { deleteDraft, saveDraft } from '../../../lib/form-draft.ts'
import { Honeypot } from '../../../ui/honeypot.tsx'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { deriveFields } from './derive-fields.ts'
import { EnquiryChoice, FieldError } from './enquiry-field.tsx'
import classes from './enquiry-form.module.css'
import {
  findControl,
  focusFirstError,
  readText,
  readTexts,
  removeErrorsOf,
  setText,
} from './form-texts.ts'
import { QuoteConfirmation } from './quote-confirmation.tsx'
import { QUOTE_DRAFT, restoreQuote } from './quote-draft.ts'
import { lastStep, quoteSteps, stepOfField } from './quote-steps.ts'
import type { SentEnquiry } from './send-enquiry.ts'
import { TravellerFields } from './traveller-fields.tsx'

export interface QuoteFormBodyProps {
  /** The destination of the page that contains the form. */
  destination: string
  /** The destination chosen in the search after the page was rendered. */
  searchedDestination?: string
}

/**
 * The quote form: a plain form that any browser can post to /enquiries. With JavaScript it has three steps, shows
 * errors under the fields, keeps the input over a reload, and shows the confirmation in place.
 */
export function QuoteFormBody({ destination, searchedDestination = '' }: QuoteFormBodyProps) {
  const form = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const isSending = useRef(false)
  const [errors, setErrors] = useState<Errors<QuoteField>>({})
  const [problem, setProblem] = useState('')
  const [state, setState] = useState<'typing' | 'sending'>('typing')
  const [sent, setSent] = useState<SentEnquiry | null>(null)
  const [step, setStep] = useState(0)
  // '' before hydration: until then the browser validates, and a prerendered page does not know the current date.
  const [today, setToday] = useState('')
  // A new key empties the date field.
  const [dateKey, setDateKey] = useState(0)

  useEffect(() => {
    setToday(dayInIndia())
    if (form.current) setStep(restoreQuote(form.current, destination))
    // The browser moves the focus for links between documents, but not for links of the router.
    const isTarget = window.location.hash === '#quote' && document.activeElement === document.body
    if (isTarget) document.getElementById('quote')?.focus({ preventScroll: true })
  }, [destination])
  useEffect(() => {
    if (searchedDestination === '' || form.current === null) return
    setText(form.current, 'destination', searchedDestination)
    deriveFields(form.current, 'destination')
    // After a search the focus moves to the form.
    setStep(0)
    title.current?.focus({ preventScroll: true })
  }, [searchedDestination])

  /** Shows the errors, and the step of the first one with the focus on it. */
  function show(found: Errors<QuoteField>) {
    const first = quoteFieldNames.find((name) => found[name] !== undefined)
    flushSync(() => {
      setErrors(found)
      if (first) setStep(stepOfField(first))
    })
    focusFirstError(form.current, quoteFieldNames, found)
  }
  function goTo(next: number) {
    flushSync(() => setStep(next))
    keepDraft(next)
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'nearest' })
  }
  function keepDraft(ofStep: number) {
    if (form.current === null) return
    const texts = readTexts(form.current, quoteFieldNames)
    saveDraft(QUOTE_DRAFT, { ...texts, page: destination, step: String(ofStep) })
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const texts = readTexts(event.currentTarget, quoteFieldNames)
    const hiddenFields = {
      website: findControl(event.currentTarget, 'website')?.value ?? '',
      // The version of the consent text on this page, which may be an old one.
      consentVersion: findControl(event.currentTarget, 'consentVersion')?.value ?? '',
    }
    if (step === lastStep) await loadPhones()
    if (isSending.current) return
    // Only the errors of the steps that were shown.
    const found = Object.fromEntries(
      Object.entries(quoteErrors(texts)).filter(
        ([name]) => stepOfField(name as QuoteField) <= step,
      ),
    )
    setProblem('')
    show(found)
    if (Object.keys(found).length > 0) return
    if (step < lastStep) return goTo(step + 1)
    isSending.current = true
    setState('sending')
    const { sendEnquiry } = await import('./send-enquiry.ts').catch(() => ({ sendEnquiry: null }))
    const outcome = await sendEnquiry?.(texts, hiddenFields)
    isSending.current = false
    setState('typing')
    if (outcome?.done) {
      deleteDraft(QUOTE_DRAFT)
      setStep(0)
      return setSent(outcome.data)
    }
    show(outcome?.fieldErrors ?? {})
    if (Object.keys(outcome?.fieldErrors ?? {}).length > 0) return
    setProblem(outcome?.problem ?? 'Could not reach Raahi. Please check your connection.')
  }
  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    deriveFields(event.currentTarget, name)
    const clearsDate = name === 'travelMonth' && readText(event.currentTarget, 'travelDate') !== ''
    if (clearsDate) flushSync(() => setDateKey((key) => key + 1))
    keepDraft(step)
    setErrors((errors) => removeErrorsOf(name, errors))
  }
  if (sent) return <QuoteConfirmation sent={sent} onAgain={() => setSent(null)} />
  return (
    <>
      <ol className={classes.progress} aria-label="Steps">
        {quoteSteps.map(({ section, name }, index) => (
          <li
            key={section}
            data-reached={index <= step || undefined}
            aria-current={index === step ? 'step' : undefined}
          >
            {name}
          </li>
        ))}
      </ol>
      <h3 ref={title} tabIndex={-1} className={classes.title}>
        {quoteSteps[step]?.title}
      </h3>
      {step === 0 && (
        <p className={classes.intro}>
          Only your name and phone are needed. Anything else you add helps your agent plan a better
          trip.
        </p>
      )}
      <form
        ref={form}
        method="post"
        action="/enquiries"
        noValidate={today !== ''}
        onSubmit={submit}
        onInput={onInput}
        className={classes.form}
      >
        <TravellerFields
          form="quote"
          errors={errors}
          values={{ destination, leadType: countryOf(destination) ?? '' }}
          today={today}
          step={step}
          dateKey={dateKey}
        >
          <EnquiryChoice form="quote" name="source" error={errors.source} {...quoteFields.source} />
        </TravellerFields>
        <div className={classes.step} data-shown={step === lastStep || undefined}>
          <Consent error={errors.consent} />
        </div>
        <Honeypot />
        {problem && (
          <p role="alert" className={fields.problem}>
            {problem}
          </p>
        )}
        <div className={classes.actions}>
          {step > 0 && (
            <button
              type="button"
              className={`${buttons.other} ${buttons.large}`}
              onClick={() => goTo(step - 1)}
            >
              Back
            </button>
          )}
          {step < lastStep && (
            // If the script does not load, the server answers with the whole form.
            <button
              type="submit"
              formNoValidate
              className={`${buttons.main} ${buttons.large} ${classes.next}`}
            >
              Next
            </button>
          )}
          <div className={classes.step} data-shown={step === lastStep || undefined}>
            <button
              type="submit"
              className={`${buttons.main} ${buttons.large}`}
              aria-disabled={state === 'sending'}
            >
              {state === 'sending' ? 'Sending…' : 'Get my quote'}
            </button>
          </div>
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
