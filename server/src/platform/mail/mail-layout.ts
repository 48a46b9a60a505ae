import { escapeHtml } from './escape-html.ts'
import type { MailContent } from './mail.ts'

/** The versions of a mail: HTML and plain text. */
export interface RenderedMail {
  subject: string
  html: string
  text: string
}

const defaultNote = 'You are getting this email because you have a Raahi account.'

/**
 * Renders a mail. The HTML uses tables with inline styles, which all mail programs support, and loads nothing. All
 * content is text and is escaped.
 */
export function renderMail(content: MailContent): RenderedMail {
  const subject = content.subject.replace(/\p{Cc}+/gu, ' ')
  return { subject, html: renderHtml(subject, content), text: renderText(content) }
}

function renderText(content: MailContent): string {
  const { heading, greeting, paragraphs, code, facts = [], action, note = defaultNote } = content
  const figures = facts
    .map(([label, value, url]) => `${label}: ${value}${url ? `\n    ${mailLink(url)}` : ''}`)
    .join('\n')
  const parts = [
    heading,
    greeting,
    ...paragraphs,
    code && `    ${code}`,
    figures,
    action && `${action.label}: ${action.url}`,
    `-- \n${note}${content.unsubscribeUrl ? `\nStop these emails: ${mailLink(content.unsubscribeUrl)}` : ''}\nRaahi`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

// The colours of web/src/ui/tokens.css as values, because mail programs do not support variables.
const ink = '#211d4a'
const inkSoft = '#5a5672'
const sans = "font-family:Mukta,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const serif = "font-family:Eczar,Georgia,'Times New Roman',serif"

/** For mail programs that support them; the inline styles are complete without. */
const styles = `
@media (max-width:420px){.pad{padding-left:20px!important;padding-right:20px!important}.code{font-size:32px!important;letter-spacing:6px!important}}
@media (prefers-color-scheme:dark){
.paper{background-color:#141230!important}.card{background-color:#1d1a40!important;border-color:#363160!important}
.ink{color:#f1edf8!important}.soft{color:#b5b0cf!important}.line{border-color:#363160!important}
.well{background-color:#3d2f35!important;border-color:#fbbf5d!important}.link{color:#b9b4ff!important}}`

function renderHtml(subject: string, content: MailContent): string {
  const { heading, greeting, paragraphs, code, facts = [], action, note = defaultNote } = content
  const lines = greeting ? [greeting, ...paragraphs] : paragraphs
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;${serif};font-size:24px;line-height:1.25;font-weight:600;color:${ink}">${escapeHtml(heading)}</h1>`,
    ...lines.map(
      (text) =>
        `<p class="ink" style="margin:0 0 16px;${sans};font-size:16px;line-height:1.55;color:${ink}">${escapeHtml(text)}</p>`,
    ),
    code && renderCode(code),
    facts.length > 0 && renderFacts(facts),
    action && renderAction(action),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${styles}</style></head>
<body class="paper" style="margin:0;padding:0;background-color:#faf6ee">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(paragraphs[0] ?? heading)}${'&#8199;&#65279;'.repeat(60)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#faf6ee"><tr><td align="center" style="padding:24px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="pad" style="padding:18px 32px;background-color:${ink};border-radius:14px 14px 0 0;border-bottom:4px solid #f5a524;${serif};font-size:24px;line-height:1.2;font-weight:600;color:#f4f1ff">Raahi</td></tr>
<tr><td class="card pad" style="padding:32px 32px 20px;background-color:#ffffff;border:1px solid #e6dccb;border-top:0;border-radius:0 0 14px 14px">
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td class="soft pad" style="padding:18px 32px 0;${sans};font-size:14px;line-height:1.5;color:${inkSoft}">${escapeHtml(note)}${content.unsubscribeUrl ? ` <a class="link" href="${escapeHtml(mailLink(content.unsubscribeUrl))}" style="color:#3f3b98">Stop these emails</a>` : ''}</td></tr>
</table></td></tr></table></body></html>
`
}

function renderCode(code: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr><td class="well ink code" align="center" style="padding:16px 8px;background-color:#fdf0d5;border:1px solid #f5a524;border-radius:10px;font-family:Consolas,Menlo,'Courier New',monospace;font-size:36px;line-height:1.2;font-weight:700;letter-spacing:10px;color:${ink}">${escapeHtml(code)}</td></tr></table>`
}

function renderFacts(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(([label, value, url]) => {
    const name = url
      ? `<a class="link" href="${escapeHtml(mailLink(url))}" style="color:#3f3b98">${escapeHtml(label)}</a>`
      : escapeHtml(label)
    return `<tr><td class="soft line" valign="top" style="padding:10px 12px 10px 0;border-top:1px solid #e6dccb;${sans};font-size:15px;line-height:1.4;color:${inkSoft}">${name}</td><td class="ink line" align="right" valign="top" style="padding:10px 0;border-top:1px solid #e6dccb;${sans};font-size:15px;line-height:1.4;font-weight:600;color:${ink};word-break:break-word">${escapeHtml(value)}</td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px">${rows.join('')}</table>`
}

/** @throws Error for anything but the address of a web page */
export function mailLink(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('a mail may link only to web pages')
  return url
}

function renderAction({ label, url }: { label: string; url: string }): string {
  mailLink(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr><td style="background-color:#f5a524;border-radius:10px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;${sans};font-size:16px;line-height:1.25;font-weight:600;color:#1d1942;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="soft" style="margin:0 0 16px;${sans};font-size:14px;line-height:1.5;color:${inkSoft};word-break:break-all"><a class="link" href="${escapeHtml(url)}" style="color:#3f3b98">${escapeHtml(url)}</a></p>`
}
