import { quoteFields } from '@raahi/contract/enquiry-form'
import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import { countryOf } from '@raahi/contract/places'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Honeypot } from '../../../ui/honeypot.tsx'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { defaultAdults, deriveAdults, deriveFields } from './derive-fields.ts'
import { EnquiryChoice, FieldError } from './enquiry-field.tsx'
import classes from './enquiry-form.module.css'
import { readText, removeErrorsOf } from './form-texts.ts'
import { QuoteConfirmation } from './quote-confirmation.tsx'
import { lastStep, quoteSteps } from './quote-steps.ts'
import { TravellerFields } from './traveller-fields.tsx'
import { useQuoteSending } from './use-quote-sending.ts'
import { useQuoteSteps } from './use-quote-steps.ts'

export interface EmbedSource {
  sourceId: string
  consentVersion: string
  consentText: string
}

export interface QuoteFormBodyProps {
  /** The destination of the page that contains the form. */
  destination: string
  /** The source whose form another website shows. Its consent text replaces that of the site. */
  embed?: EmbedSource | undefined
  /** The destination chosen in the search after the page was rendered. */
  searchedDestination?: string
}

/**
 * The quote form: a plain form that any browser can post to /enquiries. With JavaScript it has three steps, shows
 * errors under the fields, keeps the input over a reload, and shows the confirmation in place.
 */
export function QuoteFormBody({
  destination,
  embed,
  searchedDestination = '',
}: QuoteFormBodyProps) {
  const steps = useQuoteSteps({ destination, searchedDestination, isDraftKept: !embed })
  const { form, title, today, step, goTo } = steps
  const { errors, setErrors, problem, isSending, submit, sent, sendAgain } = useQuoteSending(steps)
  // A new key empties the date field.
  const [dateKey, setDateKey] = useState(0)

  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    deriveFields(event.currentTarget, name)
    if (name === 'tripType') deriveAdults(event.currentTarget)
    const clearsDate = name === 'travelMonth' && readText(event.currentTarget, 'travelDate') !== ''
    if (clearsDate) flushSync(() => setDateKey((key) => key + 1))
    steps.keepDraft()
    setErrors((errors) => removeErrorsOf(name, errors))
  }
  if (sent) return <QuoteConfirmation sent={sent} onAgain={sendAgain} />
  return (
    <>
      <Progress step={step} />
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
          values={{ destination, leadType: countryOf(destination) ?? '', adult: defaultAdults }}
          today={today}
          step={step}
          dateKey={dateKey}
        >
          <EnquiryChoice form="quote" name="source" error={errors.source} {...quoteFields.source} />
        </TravellerFields>
        <div className={classes.step} data-shown={step === lastStep || undefined}>
          <Consent error={errors.consent} embed={embed} />
        </div>
        <Honeypot />
        {problem && (
          <p role="alert" className={fields.problem}>
            {problem}
          </p>
        )}
        <Actions step={step} isSending={isSending} onBack={() => goTo(step - 1)} />
      </form>
    </>
  )
}

function Progress({ step }: { step: number }) {
  return (
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
  )
}

interface ActionsProps {
  step: number
  isSending: boolean
  onBack: () => void
}

function Actions({ step, isSending, onBack }: ActionsProps) {
  return (
    <div className={classes.actions}>
      {step > 0 && (
        <button type="button" className={`${buttons.other} ${buttons.large}`} onClick={onBack}>
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
          aria-disabled={isSending}
        >
          {isSending ? 'Sending…' : 'Get my quote'}
        </button>
      </div>
      <p className={classes.note}>It is free, and you are not committed to anything.</p>
    </div>
  )
}

/** The checkbox is never preselected or restored, because consent must be an action of the visitor. */
function Consent({ error, embed }: { error: string | undefined; embed: EmbedSource | undefined }) {
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
        <span>{embed?.consentText ?? quoteFields.consent.label}</span>
      </label>
      <input
        type="hidden"
        name="consentVersion"
        defaultValue={embed?.consentVersion ?? enquiryConsent.version}
      />
      {embed && <input type="hidden" name="sourceId" defaultValue={embed.sourceId} />}
      <FieldError id="quote-consent" text={error} />
      <p id="quote-consent-more" className={classes.more}>
        Our <a href="/privacy">privacy notice</a> says what we keep and for how long.
      </p>
    </div>
  )
}
