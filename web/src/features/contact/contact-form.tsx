import { type ContactField, contactFields } from '@raahi/contract/contact-form'
import { type Errors, type FormField, formErrors, type Texts } from '@raahi/contract/form-field'
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '../../lib/form-draft.ts'
import { Honeypot } from '../../ui/honeypot.tsx'
import buttons from '../../ui/plain-button.module.css'
import fields from '../../ui/plain-fields.module.css'
import type { ContactOutcome } from './send-contact-message.ts'

const draftKey = 'raahi-contact-draft'
const fieldNames = Object.keys(contactFields) as ContactField[]
const unreachable: ContactOutcome = {
  sent: false,
  problem: 'Could not reach Raahi. Please check your connection and try again.',
  fieldErrors: {},
}

/**
 * The contact form: a plain form that any browser can post to /contact. With JavaScript it shows errors under the
 * fields, keeps the input over a reload, and is replaced by thanks.
 */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors<ContactField>>({})
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const [Thanks, setThanks] = useState<ComponentType>()
  // Until the script has loaded, the browser checks the fields.
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => {
    setHydrated(true)
    if (form.current) restore(form.current)
  }, [])

  function show(found: Errors<ContactField>) {
    setErrors(found)
    const first = fieldNames.find((name) => found[name])
    if (first) fieldOf(form.current, first)?.focus()
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const values = valuesOf(event.currentTarget)
    const found = formErrors(contactFields, values)
    setProblem('')
    show(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    // The thanks load together with the code that sends, because they might be unreachable after the message is sent.
    const scripts = await Promise.all([
      import('./send-contact-message.ts'),
      import('./contact-thanks.tsx'),
    ]).catch(() => null)
    const outcome = scripts ? await scripts[0].sendContactMessage(values) : unreachable
    setSending(false)
    if (outcome.sent) {
      deleteDraft(draftKey)
      return setThanks(() => scripts?.[1].ContactThanks)
    }
    show(outcome.fieldErrors)
    if (Object.keys(outcome.fieldErrors).length === 0) setProblem(outcome.problem)
  }
  if (Thanks) return <Thanks />
  return (
    <form
      ref={form}
      method="post"
      action="/contact"
      noValidate={isHydrated}
      onSubmit={submit}
      onInput={(event) => {
        const { name } = event.target as HTMLInputElement
        saveDraft(draftKey, { ...valuesOf(event.currentTarget) })
        setErrors(({ [name as ContactField]: _gone, ...others }) => others)
      }}
      className={fields.form}
    >
      {fieldNames.map((name) => (
        <Field key={name} name={name} field={contactFields[name]} error={errors[name]} />
      ))}
      <Honeypot />
      {problem && (
        <p role="alert" className={fields.problem}>
          {problem}
        </p>
      )}
      <div>
        <button
          type="submit"
          className={`${buttons.main} ${buttons.large}`}
          aria-disabled={isSending}
        >
          {isSending ? 'Sending…' : 'Send message'}
        </button>
      </div>
    </form>
  )
}

interface FieldProps {
  name: ContactField
  field: FormField
  error: string | undefined
}

function Field({ name, field, error }: FieldProps) {
  const id = `contact-${name}`
  const control = {
    id,
    name,
    required: true,
    autoComplete: field.autoComplete,
    className: fields.control,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  }
  return (
    <div className={fields.field}>
      <label htmlFor={id} className={fields.label}>
        {field.label}
      </label>
      {field.kind === 'lines' ? (
        <textarea {...control} rows={6} />
      ) : (
        <input {...control} type={field.kind} />
      )}
      {error && (
        <p id={`${id}-error`} className={fields.error}>
          {error}
        </p>
      )}
    </div>
  )
}

function fieldOf(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null
}

function valuesOf(form: HTMLFormElement): Texts<ContactField> & { website: string } {
  const textOf = (name: string) => fieldOf(form, name)?.value ?? ''
  return {
    name: textOf('name'),
    email: textOf('email'),
    message: textOf('message'),
    website: textOf('website'),
  }
}

/** Restores the saved input after a reload, in fields that are still empty. */
function restore(form: HTMLFormElement): void {
  const draft = readDraft(draftKey)
  for (const name of fieldNames) {
    const field = fieldOf(form, name)
    const saved = draft[name]
    if (field && saved && field.value === '') field.value = saved
  }
}
