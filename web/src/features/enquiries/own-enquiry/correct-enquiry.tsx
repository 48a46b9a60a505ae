import {
  type TravellerField,
  travellerErrors,
  travellerFieldNames,
  travellerInput,
} from '@raahi/contract/enquiry-form'
import type { Errors, Texts } from '@raahi/contract/form-field'
import { formatPhone } from '@raahi/contract/formats'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { loadPhones } from '@raahi/contract/phones'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { deriveFields } from '../quote-form/derive-fields.ts'
import formClasses from '../quote-form/enquiry-form.module.css'
import {
  findControl,
  focusFirstError,
  readTexts,
  removeErrorsOf,
} from '../quote-form/form-texts.ts'
import { TravellerFields } from '../quote-form/traveller-fields.tsx'
import { useTravellerCall } from '../use-traveller-call.ts'
import classes from './own-enquiry.module.css'

interface CorrectEnquiryProps {
  enquiry: OwnEnquiry
  token: string
  /** The fields that are shown. An error in another field shows all fields. */
  only: readonly TravellerField[]
  /** @param newToken of the new link that replaces the old one; null if the link stays valid */
  onDone: (enquiry: OwnEnquiry, newToken: string | null) => void
  onCancel: () => void
  /** Called if the enquiry can no longer be corrected. */
  onStale: () => void
}

/** The fields of the quote form, filled with the enquiry: all of them, or those of one detail. */
export function CorrectEnquiry({ enquiry, onCancel, onStale, ...correction }: CorrectEnquiryProps) {
  const { form, title, shown, errors, setErrors, isSending, problem, submit } =
    useCorrection(correction)
  return (
    <section className={classes.correct} aria-labelledby="correct-title">
      <h2 id="correct-title" ref={title} tabIndex={-1} className={classes.title}>
        Correct your enquiry
      </h2>
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        onInput={(event) => {
          const { name } = event.target as HTMLInputElement
          deriveFields(event.currentTarget, name)
          setErrors((errors) => removeErrorsOf(name, errors))
        }}
        className={formClasses.form}
      >
        <TravellerFields
          form="correct"
          errors={errors}
          values={textsOfEnquiry(enquiry)}
          today={dayInIndia()}
          only={shown}
        />
        {problem && (
          <div role="alert" className={fields.problem}>
            {problem}{' '}
            <button type="button" className={classes.link} onClick={onStale}>
              See its status
            </button>
          </div>
        )}
        <div className={formClasses.actions}>
          <button
            type="submit"
            className={`${buttons.main} ${buttons.large}`}
            aria-disabled={isSending}
          >
            {isSending ? 'Saving…' : 'Save'}
          </button>
          <button type="button" className={`${buttons.other} ${buttons.large}`} onClick={onCancel}>
            Cancel
          </button>
        </div>
      </form>
    </section>
  )
}

/** Checks and sends the form. An error in a field that is not shown shows all fields. */
function useCorrection({
  token,
  only,
  onDone,
}: Pick<CorrectEnquiryProps, 'token' | 'only' | 'onDone'>) {
  const form = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [errors, setErrors] = useState<Errors<TravellerField>>({})
  const { isSending, problem, setProblem, send } = useTravellerCall({ onFieldErrors: show })
  const [shown, setShown] = useState(only)
  useEffect(() => {
    const first = only.length < travellerFieldNames.length && only[0]
    const field = first ? findControl(form.current, first) : title.current
    field?.focus()
  }, [only])

  function show(found: Errors<TravellerField>) {
    const isHidden = Object.keys(found).some((name) => !shown.includes(name as TravellerField))
    flushSync(() => {
      setErrors(found)
      if (isHidden) setShown(travellerFieldNames)
    })
    focusFirstError(form.current, travellerFieldNames, found)
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const texts = readTexts(event.currentTarget, travellerFieldNames)
    await loadPhones()
    const found = travellerErrors(texts)
    setProblem('')
    show(found)
    if (Object.keys(found).length > 0) return
    // The server reports errors that these checks miss.
    const body = travellerInput(texts) as never
    await send(
      enquiryCalls.correctOwnEnquiry,
      { params: { token }, body },
      'Your changes could not be saved.',
      (changed) => onDone(changed, changed.newToken),
    )
  }
  return { form, title, shown, errors, setErrors, isSending, problem, submit }
}

/** Older enquiries store 0 for an empty count. */
function textsOfEnquiry(enquiry: OwnEnquiry): Texts<TravellerField> {
  const entries = travellerFieldNames.map((name) => [name, String(enquiry[name] || '')])
  const texts = Object.fromEntries(entries) as Texts<TravellerField>
  return { ...texts, phone: formatPhone(enquiry.phone) }
}
