import { linkField } from '@raahi/contract/link-form'
import { loadPhones } from '@raahi/contract/phones'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { useTravellerCall } from '../use-traveller-call.ts'
import classes from './own-enquiry.module.css'

/** Asks for the link of an enquiry by email or phone number. The result is the same for every contact. */
export function SendLinkForm() {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isSent, setSent] = useState(false)
  const { isSending, problem, setProblem, send } = useTravellerCall({
    onFieldErrors: ({ contact }) => showError(contact),
  })

  function showError(text: string | undefined) {
    setError(text)
    if (text) input.current?.focus()
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const contact = input.current?.value.trim() ?? ''
    const found = contact === '' ? linkField.required : linkField.check(contact)
    setProblem('')
    showError(found || undefined)
    if (found) return
    await send(
      enquiryCalls.sendOwnLink,
      { body: { contact } },
      'Your link could not be sent.',
      () => setSent(true),
    )
  }
  if (isSent) return <LinkSent />
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

function LinkSent() {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p role="status" ref={text} tabIndex={-1} className={classes.notice}>
      If we have an enquiry with this contact, its link is on its way to the email you gave in it.
      No email after a few minutes? Look in your spam folder, or{' '}
      <Link to="/contact">write to us</Link>.
    </p>
  )
}
