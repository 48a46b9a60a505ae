import type { FieldErrors } from '@raahi/contract/errors'
import type { FormField, FormFields } from '@raahi/contract/form-field'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import type { PlainPage } from './site-frame.ts'

/** A form of the public site, as a browser without JavaScript shows it after an error. */
export interface FormPage {
  title: string
  intro: string
  /** The address that receives the form. */
  action: string
  submit: string
  fields: FormFields
  hidden?: Readonly<Record<string, string>>
}

/** The submitted values and their errors. */
export interface Rejected {
  values: Readonly<Record<string, string>>
  errors: Readonly<FieldErrors>
  /** An error that belongs to no field. */
  problem?: string
}

/** Renders the form again with its submitted values, and each error in a summary and below its field. */
export function renderFormPage(page: FormPage, { values, errors, problem }: Rejected): PlainPage {
  const { title, intro, action, submit, fields, hidden = {} } = page
  const names = Object.keys(fields)
  const wrong = names.filter((name) => errors[name] !== undefined)
  const others = Object.keys(errors).filter((name) => !names.includes(name))
  const lines = [
    ...(problem === undefined ? [] : [escapeHtml(problem)]),
    ...others.map((name) => escapeHtml(`${name}: ${errors[name]}`)),
    ...wrong.map((name) => `<a href="#${name}">${escapeHtml(errors[name] ?? '')}</a>`),
  ]
  const inputs = Object.entries(fields).map(([name, field]) =>
    renderField(name, field, {
      value: values[name] ?? '',
      error: errors[name],
      isFocused: name === wrong[0],
    }),
  )
  const hiddenInputs = Object.entries(hidden).map(
    ([name, value]) => `<input${attributesOf({ type: 'hidden', name, value })}>`,
  )
  return {
    title: wrong.length > 0 ? `Please check: ${title}` : title,
    content: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(intro)}</p>
<div class="summary" role="alert"><strong>Not sent yet. Please check the following:</strong><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul></div>
<form${attributesOf({ method: 'post', action, novalidate: true })}>
${[...inputs, ...hiddenInputs].join('\n')}
<div class="honeypot" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true"></label></div>
<button>${escapeHtml(submit)}</button></form>`,
  }
}

function renderField(
  name: string,
  { label, kind, required, autoComplete, maxLength, hint, options = [] }: FormField,
  { value, error, isFocused }: { value: string; error: string | undefined; isFocused: boolean },
): string {
  const common = {
    id: name,
    name,
    required: required !== undefined,
    autocomplete: autoComplete,
    maxlength: maxLength,
    'aria-invalid': error && 'true',
    'aria-describedby':
      [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined,
    autofocus: isFocused,
  }
  const note = error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : ''
  if (kind === 'consent') {
    // Consent must be given again if it had an error.
    const box = attributesOf({ ...common, type: 'checkbox', checked: value !== '' && !error })
    return `<div><label class="agreement"><input${box}>${escapeHtml(label)}</label>${note}</div>`
  }
  const text = escapeHtml(label) + (required ? '' : ' <span>(optional)</span>')
  const help = hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>` : ''
  return `<div class="${kind}"><label for="${name}">${text}</label>${renderControl()}${help}${note}</div>`

  function renderControl(): string {
    if (kind === 'lines') {
      return `<textarea${attributesOf({ ...common, rows: 6 })}>\n${escapeHtml(value)}</textarea>`
    }
    if (kind === 'select') {
      const all = [['', 'Choose'] as const, ...options].map(
        ([key, words]) =>
          `<option${attributesOf({ value: key, selected: key === value })}>${escapeHtml(words)}</option>`,
      )
      return `<select${attributesOf(common)}>${all.join('')}</select>`
    }
    const type = kind === 'number' ? { inputmode: 'numeric' } : { type: kind }
    return `<input${attributesOf({ ...common, ...type, value })}>`
  }
}

/** HTML attributes, escaped: `true` is written without a value; false and undefined are left out. */
function attributesOf(attributes: Record<string, string | number | boolean | undefined>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(`${value}`)}"`))
    .join('')
}
