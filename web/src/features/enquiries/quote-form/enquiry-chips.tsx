import type { SyntheticEvent } from 'react'
import fields from '../../../ui/plain-fields.module.css'
import { FieldError } from './enquiry-field.tsx'
import classes from './enquiry-form.module.css'

interface EnquiryChipsProps {
  /** Id prefix of the form, because a page may contain two. */
  form: string
  name: string
  label: string
  error: string | undefined
  /** Values and labels. */
  options: readonly (readonly [value: string, words: string])[]
  value?: string
  /** Marks the label. */
  optional: boolean
}

/** A choice as radio buttons that look like chips. A click on the chosen chip clears the choice. */
export function EnquiryChips({
  form,
  name,
  label,
  error,
  options,
  value = '',
  optional,
}: EnquiryChipsProps) {
  const id = `${form}-${name}`
  const isMonth = name === 'travelMonth'
  return (
    <fieldset className={classes.choice} aria-describedby={error && `${id}-error`}>
      <legend className={fields.label} data-optional={optional || undefined}>
        {label}
      </legend>
      <div data-months={isMonth || undefined}>
        {options.map(([key, words]) => (
          <label key={key}>
            <input
              type="radio"
              name={name}
              value={key}
              defaultChecked={key === value}
              aria-label={isMonth ? words : undefined}
              onPointerDown={rememberChoice}
              onKeyDown={rememberChoice}
              onClick={takeBack}
            />
            {isMonth ? words.slice(0, 3) : words}
          </label>
        ))}
      </div>
      <FieldError id={id} text={error} />
    </fieldset>
  )
}

/** A click checks a radio button before its event, so the state before is remembered. */
function rememberChoice({ currentTarget: radio }: SyntheticEvent<HTMLInputElement>): void {
  radio.toggleAttribute('data-was-checked', radio.checked)
}

function takeBack({ currentTarget: radio }: SyntheticEvent<HTMLInputElement>): void {
  if (!radio.hasAttribute('data-was-checked')) return
  radio.removeAttribute('data-was-checked')
  radio.checked = false
  radio.dispatchEvent(new Event('input', { bubbles: true }))
}
