import { formatPhone } from '@raahi/contract/formats'
import { devPage } from '../mail/dev-page.ts'
import { escapeHtml } from '../mail/escape-html.ts'
import { formatTime } from '../mail/format-time.ts'
import type { SmsBehaviour } from './sms-behaviour.ts'

export interface SandboxMessage {
  id: string
  phone: string
  text: string
  created_at: Date
}

/** The SMS of a trial, newest first. The page works without JavaScript. */
export function messagesPage(
  messages: readonly SandboxMessage[],
  { latencyMs, refusing, losing }: SmsBehaviour,
): string {
  const rows = messages.map(
    ({ phone, text, created_at }) => `<li><div class="message">
<span class="subject">${escapeHtml(text)}</span>
<span class="quiet to">${escapeHtml(formatPhone(phone))}</span>
<time class="quiet" datetime="${created_at.toISOString()}">${formatTime(created_at)}</time></div></li>`,
  )
  const faults = [
    latencyMs > 0 && `answers ${latencyMs / 1000} s late`,
    refusing && 'refuses every message',
    losing && 'loses its answers',
  ].filter(Boolean)
  return devPage(
    'Messages',
    `<h1>Messages</h1>
<p class="quiet">All SMS from this trial are kept here for a day instead of being sent. This page exists only in trial mode.</p>
${faults.length > 0 ? `<p class="card fault">The stand-in for the SMS provider ${escapeHtml(faults.join(', '))}.</p>` : ''}
${rows.length > 0 ? `<ul class="card">${rows.join('')}</ul>` : '<p class="card empty">No messages yet.</p>'}
<p><a href="/dev/messages">Refresh</a></p>`,
  )
}
