import type { FieldErrors } from '@raahi/contract/errors'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import type { PlainPage } from './site-frame.ts'

/** A field of a form without JavaScript. */
export interface FormField {
  name: string
  label: string
  kind: 'text' | 'tel' | 'email' | 'date' | 'number' | 'select' | 'lines' | 'agreement'
  /** Half width, where two fields fit side by side. */
  half?: boolean
  required?: boolean
  autocomplete?: string
  /** In characters. */
  maxLength?: number
  /** The options of a select: value and label. */
  options?: readonly (readonly [value: string, label: string])[]
}

export interface FormPage {
  title: string
  intro: string
  /** The address that receives the form. */
  action: string
  submit: string
  fields: readonly FormField[]
  /** Hidden fields. */
  hidden?: Readonly<Record<string, string>>
  /** The submitted values. */
  values: Readonly<Record<string, string>>
  errors: Readonly<FieldErrors>
  /** An error that belongs to no field. */
  problem?: string
}

/** Renders a page with a form, its submitted values, and each error below its field. */
export function renderFormPage(page: FormPage): PlainPage {
  const { title, intro, action, submit, fields, hidden = {}, values, errors } = page
  const known = new Set(fields.map(({ name }) => name))
  const others = Object.entries(errors).filter(([name]) => !known.has(name))
  const problems = [page.problem, ...others.map(([name, text]) => `${name}: ${text}`)]
  const wrong = fields.filter(({ name }) => errors[name] !== undefined)
  return {
    title: wrong.length > 0 ? `Please check: ${title}` : title,
    content: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(intro)}</p>
${renderSummary(problems.filter(Boolean) as string[], wrong, errors)}
<form method="post" action="${escapeHtml(action)}" novalidate>
${fields.map((field) => renderField(field, values[field.name] ?? '', errors[field.name], field === wrong[0])).join('\n')}
${Object.entries(hidden)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
  .join('\n')}
<div class="trap" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true"></label></div>
<button>${escapeHtml(submit)}</button></form>`,
  }
}

function renderSummary(
  problems: readonly string[],
  wrong: readonly FormField[],
  errors: Readonly<FieldErrors>,
): string {
  if (problems.length + wrong.length === 0) return ''
  const lines = [
    ...problems.map((text) => `<li>${escapeHtml(text)}</li>`),
    ...wrong.map(({ name }) => `<li><a href="#${name}">${escapeHtml(errors[name] ?? '')}</a></li>`),
  ]
  return `<div class="summary" role="alert"><strong>Not sent yet. Please check the following:</strong><ul>${lines.join('')}</ul></div>`
}

function renderField(
  field: FormField,
  value: string,
  error: string | undefined,
  isFirstWrong: boolean,
): string {
  const { name, label, kind, half, required, autocomplete, maxLength, options = [] } = field
  const attributes = [
    `id="${name}" name="${name}"`,
    required && 'required',
    autocomplete && `autocomplete="${autocomplete}"`,
    maxLength && `maxlength="${maxLength}"`,
    error !== undefined && `aria-invalid="true" aria-describedby="${name}-error"`,
    isFirstWrong && 'autofocus',
  ]
    .filter(Boolean)
    .join(' ')
  const note =
    error === undefined ? '' : `<p class="error" id="${name}-error">${escapeHtml(error)}</p>`
  const text = escapeHtml(label) + (required ? '' : ' <span>(optional)</span>')
  if (kind === 'agreement') {
    // Consent must be given again if it had an error.
    const checked = value && error === undefined ? 'checked' : ''
    return `<div><label class="agreement" for="${name}"><input type="checkbox" ${attributes} ${checked}>${escapeHtml(label)}</label>${note}</div>`
  }
  const control = {
    select: () =>
      `<select ${attributes}>${options
        .map(
          ([key, words]) =>
            `<option value="${escapeHtml(key)}"${key === value ? ' selected' : ''}>${escapeHtml(words)}</option>`,
        )
        .join('')}</select>`,
    lines: () => `<textarea ${attributes} rows="6">\n${escapeHtml(value)}</textarea>`,
    number: () => `<input inputmode="numeric" ${attributes} value="${escapeHtml(value)}">`,
  }
  const draw = control[kind as keyof typeof control]
  const drawn = draw?.() ?? `<input type="${kind}" ${attributes} value="${escapeHtml(value)}">`
  return `<div class="${kind}${half ? ' half' : ''}"><label for="${name}">${text}</label>${drawn}${note}</div>`
}

/** Renders an error if the form cannot be shown with its values. */
export function renderFailure(
  { code, message }: { code: string; message: string },
  home: string,
): PlainPage {
  const text =
    code === 'BODY_TOO_LARGE'
      ? 'Your message is too long. Please shorten it and try again.'
      : message
  return {
    title: 'Something went wrong',
    content: `<h1>Something went wrong</h1><p role="alert">${escapeHtml(text)}</p>
<p>Go back in your browser to try again; what you typed should still be there. You can also <a href="${escapeHtml(home)}">start again</a>.</p>`,
  }
}
