import type { FieldErrors } from '@raahi/contract/errors'
import { escapeHtml } from '../mail/escape-html.ts'

/** A field of a form that is sent without script. */
export interface FormField {
  name: string
  label: string
  kind: 'text' | 'tel' | 'email' | 'date' | 'number' | 'select' | 'lines' | 'agreement'
  required?: boolean
  autocomplete?: string
  /** Longest text, in characters. */
  maxLength?: number
  /** Of a select: value by label. */
  options?: readonly (readonly [value: string, label: string])[]
}

export interface FormPage {
  title: string
  intro: string
  /** Where the form goes. */
  action: string
  submit: string
  fields: readonly FormField[]
  /** What goes along unseen. */
  hidden?: Readonly<Record<string, string>>
  /** What was typed. */
  values: Readonly<Record<string, string>>
  errors: Readonly<FieldErrors>
  /** What is wrong with none of the fields. */
  problem?: string
}

/** A complete page with a form, what was typed still in it, and each error under its field. */
export function renderFormPage(page: FormPage): string {
  const { title, intro, action, submit, fields, hidden = {}, values, errors } = page
  const known = new Set(fields.map(({ name }) => name))
  const others = Object.entries(errors).filter(([name]) => !known.has(name))
  const problems = [page.problem, ...others.map(([name, text]) => `${name}: ${text}`)]
  const wrong = fields.filter(({ name }) => errors[name] !== undefined)
  return renderPage(
    wrong.length > 0 ? `Please check: ${title}` : title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(intro)}</p>
${renderSummary(problems.filter(Boolean) as string[], wrong, errors)}
<form method="post" action="${escapeHtml(action)}" novalidate>
${fields.map((field) => renderField(field, values[field.name] ?? '', errors[field.name], field === wrong[0])).join('\n')}
${Object.entries(hidden)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
  .join('\n')}
<div class="trap" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true"></label></div>
<button>${escapeHtml(submit)}</button></form>`,
  )
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
  return `<div class="summary" role="alert"><strong>Nothing has been sent yet.</strong><ul>${lines.join('')}</ul></div>`
}

function renderField(
  field: FormField,
  value: string,
  error: string | undefined,
  isFirstWrong: boolean,
): string {
  const { name, label, kind, required, autocomplete, maxLength, options = [] } = field
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
    // Agreed to anew where something was wrong with it.
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
  return `<div class="${kind}"><label for="${name}">${text}</label>${drawn}${note}</div>`
}

// The colours of web/src/ui/tokens.css: these pages stand without the web app's own styles.
const styles = `
:root{color-scheme:light dark;--paper:#faf6ee;--card:#fff;--ink:#211d4a;--soft:#5a5672;--line:#b9ad97;--action:#f5a524;--on-action:#1d1942;--bad:#a3341f;--link:#3f3b98}
@media (prefers-color-scheme:dark){:root{--paper:#141230;--card:#1d1a40;--ink:#f1edf8;--soft:#b5b0cf;--line:#6a648f;--bad:#ff9d85;--link:#b9b4ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 Mukta,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
header{background:#211d4a;border-bottom:4px solid #f5a524;padding:14px 20px}
header a{color:#f4f1ff;font:600 26px/1.2 Eczar,Georgia,'Times New Roman',serif;text-decoration:none}
main{max-width:640px;margin:28px auto 64px;padding:0 20px}
h1{font:600 32px/1.2 Eczar,Georgia,'Times New Roman',serif;margin:0 0 8px}
a{color:var(--link)}
form{display:grid;grid-template-columns:1fr 1fr;gap:18px 14px}form>*{grid-column:1/-1;justify-self:stretch}form>.number{grid-column:span 1}form>button{justify-self:start}
.card{margin:0 0 18px}
label{display:block;font-weight:600;margin:0 0 4px}label span{font-weight:400;color:var(--soft)}
input,select,textarea{width:100%;min-height:46px;padding:9px 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:10px}
[aria-invalid]{border:2px solid var(--bad)}
.agreement{display:flex;gap:12px;font-weight:400}.agreement input{flex:none;width:24px;min-height:24px;height:24px;margin:2px 0 0}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.error{margin:4px 0 0;color:var(--bad);font-weight:600}
.summary{border:2px solid var(--bad);border-radius:12px;padding:14px 18px;margin:0 0 22px;background:var(--card)}.summary ul{margin:6px 0 0;padding-left:20px}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px 20px}.card strong{font-size:26px;font-variant-numeric:tabular-nums}
button{min-height:48px;padding:10px 26px;font:inherit;font-size:18px;font-weight:600;color:var(--on-action);background:var(--action);border:0;border-radius:10px;cursor:pointer}
.trap{position:absolute;left:-9999px;top:0}`

/** A page of its own: the frame around a form or a message. */
export function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} · Raahi</title><style>${styles}</style></head>
<body><header><a href="/">Raahi</a></header><main>
${content}
</main></body></html>
`
}

/** What is said where no form can be shown again with what was typed. */
export function renderFailure(
  { code, message }: { code: string; message: string },
  home: string,
): string {
  const text =
    code === 'BODY_TOO_LARGE' ? 'What you have typed is too long for us to receive.' : message
  return renderPage(
    'That did not work',
    `<h1>That did not work</h1><p role="alert">${escapeHtml(text)}</p>
<p>If you go back in your browser, what you typed should still be there. You can also <a href="${escapeHtml(home)}">start again</a>.</p>`,
  )
}
