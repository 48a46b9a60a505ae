import { type QuoteField, quoteErrors, quoteFieldNames } from '@raahi/contract/enquiry-form'
import type { Errors, Texts } from '@raahi/contract/form-field'
import { loadPhones } from '@raahi/contract/phones'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { deleteDraft } from '../../../lib/form-draft.ts'
import { useSingleRun } from '../../../lib/use-single-run.ts'
import { findControl, focusFirstError, readTexts } from './form-texts.ts'
import { loadVerifyPhone } from './quote-confirmation.tsx'
import { quoteDraft } from './quote-draft.ts'
import { lastStep, stepOfField } from './quote-steps.ts'
import type { SentEnquiry } from './send-enquiry.ts'
import type { useQuoteSteps } from './use-quote-steps.ts'

type Steps = Pick<ReturnType<typeof useQuoteSteps>, 'form' | 'step' | 'setStep' | 'goTo'>

/** Checks the steps that were shown, then shows the next one or sends the form. */
export function useQuoteSending({ form, step, setStep, goTo }: Steps) {
  const { busy: isSending, run, isRunning } = useSingleRun()
  const [errors, setErrors] = useState<Errors<QuoteField>>({})
  const [problem, setProblem] = useState('')
  const [sent, setSent] = useState<SentEnquiry | null>(null)

  /** Shows the errors, and the step of the first one with the focus on it. */
  function show(found: Errors<QuoteField>) {
    const first = quoteFieldNames.find((name) => found[name] !== undefined)
    flushSync(() => {
      setErrors(found)
      if (first) setStep(stepOfField(first))
    })
    focusFirstError(form.current, quoteFieldNames, found)
  }
  async function send(texts: Texts<QuoteField>, hiddenFields: HiddenFields) {
    const { sendEnquiry } = await import('./send-enquiry.ts').catch(() => ({ sendEnquiry: null }))
    const outcome = await sendEnquiry?.(texts, hiddenFields)
    if (outcome?.done) {
      deleteDraft(quoteDraft)
      if (outcome.data.canVerifyPhone) await loadVerifyPhone()
      setStep(0)
      return setSent(outcome.data)
    }
    show(outcome?.fieldErrors ?? {})
    if (Object.keys(outcome?.fieldErrors ?? {}).length > 0) return
    setProblem(outcome?.problem ?? 'Could not reach Raahi. Please check your connection.')
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const texts = readTexts(event.currentTarget, quoteFieldNames)
    const hiddenFields = readHiddenFields(event.currentTarget)
    if (step === lastStep) await loadPhones()
    if (isRunning()) return
    const found = errorsUpTo(step, texts)
    setProblem('')
    show(found)
    if (Object.keys(found).length > 0) return
    if (step < lastStep) goTo(step + 1)
    else await run(() => send(texts, hiddenFields))
  }
  return { errors, setErrors, problem, isSending, submit, sent, sendAgain: () => setSent(null) }
}

type HiddenFields = ReturnType<typeof readHiddenFields>

function readHiddenFields(form: HTMLFormElement) {
  const sourceId = findControl(form, 'sourceId')?.value
  return {
    ...(sourceId && { sourceId }),
    website: findControl(form, 'website')?.value ?? '',
    // The version of the consent text on this page, which may be an old one.
    consentVersion: findControl(form, 'consentVersion')?.value ?? '',
  }
}

function errorsUpTo(step: number, texts: Texts<QuoteField>): Errors<QuoteField> {
  const found = Object.entries(quoteErrors(texts))
  return Object.fromEntries(found.filter(([name]) => stepOfField(name as QuoteField) <= step))
}
