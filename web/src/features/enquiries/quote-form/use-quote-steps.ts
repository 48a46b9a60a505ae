import { quoteFieldNames } from '@raahi/contract/enquiry-form'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { saveDraft } from '../../../lib/form-draft.ts'
import { deriveFields } from './derive-fields.ts'
import { readTexts, setText } from './form-texts.ts'
import { quoteDraft, restoreQuote } from './quote-draft.ts'

/** The step of the quote form that is shown. It is kept in the draft with the input. */
export function useQuoteSteps({
  destination,
  searchedDestination,
  isDraftKept,
}: {
  destination: string
  searchedDestination: string
  /** False in the frame of another website, which stores nothing. */
  isDraftKept: boolean
}) {
  const form = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [step, setStep] = useState(0)
  // '' before hydration: until then the browser validates, and a prerendered page does not know the current date.
  const [today, setToday] = useState('')

  useEffect(() => {
    setToday(dayInIndia())
    if (form.current && isDraftKept) setStep(restoreQuote(form.current, destination))
    // The browser moves the focus for links between documents, but not for links of the router.
    const isTarget = window.location.hash === '#quote' && document.activeElement === document.body
    if (isTarget) document.getElementById('quote')?.focus({ preventScroll: true })
  }, [destination, isDraftKept])
  useEffect(() => {
    if (searchedDestination === '' || form.current === null) return
    setText(form.current, 'destination', searchedDestination)
    deriveFields(form.current, 'destination')
    // After a search the focus moves to the form.
    setStep(0)
    title.current?.focus({ preventScroll: true })
  }, [searchedDestination])

  function keepDraft(ofStep: number) {
    if (form.current === null || !isDraftKept) return
    const texts = readTexts(form.current, quoteFieldNames)
    saveDraft(quoteDraft, { ...texts, page: destination, step: String(ofStep) })
  }
  function goTo(next: number) {
    flushSync(() => setStep(next))
    keepDraft(next)
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'nearest' })
  }
  return { form, title, today, step, setStep, goTo, keepDraft: () => keepDraft(step) }
}
