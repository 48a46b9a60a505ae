import { devPage } from './dev-page.ts'
import { escapeHtml } from './escape-html.ts'
import { formatTime } from './format-time.ts'
import type { WrittenMail } from './list-written-mails.ts'

// Pages of the trial's mailbox. They work without JavaScript.

/** @param to the address that filters the list; '' for all */
export function mailboxPage(mails: readonly WrittenMail[], to: string): string {
  const rows = mails.map(
    (mail) => `<li><a href="/dev/mailbox/${mail.name}">
<span class="subject">${escapeHtml(mail.subject)}</span>
<span class="quiet to">${escapeHtml(mail.to)}</span>
<time class="quiet" datetime="${mail.at.toISOString()}">${formatTime(mail.at)}</time></a></li>`,
  )
  return devPage(
    'Mailbox',
    `<h1>Mailbox</h1>
<p class="quiet">All emails from this trial are kept here instead of being sent. This page exists only in trial mode.</p>
<form method="get" action="/dev/mailbox"><label for="to">Sent to</label>
<div class="line"><input id="to" name="to" type="search" value="${escapeHtml(to)}" placeholder="agent@raahi.example" autocomplete="off"><button>Show</button></div></form>
${rows.length > 0 ? `<ul class="card">${rows.join('')}</ul>` : `<p class="card empty">${to ? 'No emails to this address yet.' : 'No emails yet.'}</p>`}
<p><a href="/dev/mailbox${to ? `?to=${encodeURIComponent(to)}` : ''}">Refresh</a></p>`,
  )
}

export function mailPage(mail: WrittenMail): string {
  const links = mail.links.map(
    (link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`,
  )
  const files = mail.attachments.map(
    ({ name }, index) =>
      `<li><a href="/dev/mailbox/${mail.name}/${index}">${escapeHtml(name)}</a></li>`,
  )
  return devPage(
    mail.subject,
    `<p><a href="/dev/mailbox">← All emails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<dl class="card"><div><dt>To</dt><dd>${escapeHtml(mail.to)}</dd></div>
<div><dt>From</dt><dd>${escapeHtml(mail.from)}</dd></div>
<div><dt>Sent</dt><dd><time datetime="${mail.at.toISOString()}">${formatTime(mail.at)}</time></dd></div>
${mail.code ? `<div><dt>Code</dt><dd><strong class="code" id="code">${mail.code}</strong></dd></div>` : ''}
${links.length > 0 ? `<div><dt>Links</dt><dd><ul class="links">${links.join('')}</ul></dd></div>` : ''}
${files.length > 0 ? `<div><dt>Files</dt><dd><ul class="links">${files.join('')}</ul></dd></div>` : ''}</dl>
<h2>As HTML</h2>
<iframe class="card" sandbox="" title="The email as HTML" srcdoc="${escapeHtml(mail.html)}"></iframe>
<h2>As plain text</h2>
<pre class="card" tabindex="0" aria-label="The email as plain text">${escapeHtml(mail.text)}</pre>`,
  )
}

export function mailMissingPage(): string {
  return devPage(
    'Email not found',
    '<h1>Email not found</h1><p><a href="/dev/mailbox">← All emails</a></p>',
  )
}
