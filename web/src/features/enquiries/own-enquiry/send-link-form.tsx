import { linkField } from '@raahi/contract/link-form'
import { loadPhones } from '@raahi/contract/phones'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { callForTraveller } from '../traveller-call.ts'
import classes from './own-enquiry.module.css'

/** Asks for the link of an enquiry by email or phone number. The result is the same for every contact. */
export function SendLinkForm() {
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef<HTMLParagraphElement>(null)
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    if (isSent) sent.current?.focus()
  }, [isSent])

  function showError(text: string | undefined) {
    setError(text)
    if (text) input.current?.focus()
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const contact = input.current?.value.trim() ?? ''
    const found = contact === '' ? linkField.required : linkField.check(contact)
    setProblem('')
    showError(found || undefined)
    if (found) return
    setSending(true)
    const outcome = await callForTraveller(
      enquiryCalls.sendOwnLink,
      { body: { contact } },
      'Your link could not be sent.',
    )
    setSending(false)
    if (outcome.done) return setSent(true)
    showError(outcome.fieldErrors.contact)
    if (!outcome.fieldErrors.contact) setProblem(outcome.problem)
  }
  if (isSent) {
    return (
      <p role="status" ref={sent} tabIndex={-1} className={classes.notice}>
        If we have an enquiry with this contact, its link is on its way to the email you gave in it.
        No email after a few minutes? Look in your spam folder, or{' '}
        <Link to="/contact">write to us</Link>.
      </p>
    )
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={() => setError(undefined)}
      className={`${fields.form} ${classes.sendLink}`}
    >
      <div className={fields.field}>
        <label htmlFor="link-contact" className={fields.label}>
          {linkField.label}
        </label>
        <input
          id="link-contact"
          ref={input}
          name="contact"
          type="text"
          required
          maxLength={linkField.maxLength}
          autoComplete={linkField.autoComplete}
          autoCapitalize="none"
          onFocus={loadPhones}
          className={fields.control}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'link-contact-error'}
        />
        {error && (
          <p id="link-contact-error" className={fields.error}>
            {error}
          </p>
        )}
      </div>
      {problem && (
        <p role="alert" className={fields.problem}>
          {problem}
        </p>
      )}
      <div>
        <button type="submit" className={buttons.main} aria-disabled={isSending}>
          {isSending ? 'Sending…' : 'Send me my link again'}
        </button>
      </div>
    </form>
  )
}
