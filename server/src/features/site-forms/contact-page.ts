import { messageLength } from '@raahi/contract/contact'
import type { FormPage } from './form-page.ts'
import type { PlainPage } from './site-frame.ts'

/** The contact form without JavaScript. */
export const contactPage: Omit<FormPage, 'values' | 'errors'> = {
  title: 'Contact us',
  intro: 'We read every message and reply by email.',
  action: '/contact',
  submit: 'Send message',
  fields: [
    { name: 'name', label: 'Full name', kind: 'text', required: true, autocomplete: 'name' },
    { name: 'email', label: 'Email', kind: 'email', required: true, autocomplete: 'email' },
    { name: 'message', label: 'Message', kind: 'lines', required: true, maxLength: messageLength },
  ],
}

export function renderMessageSent(): PlainPage {
  return {
    title: 'Thank you',
    content: `<h1>Thank you! We have your message.</h1><p>We read every message and reply by email.</p>
<p class="ways"><a href="/destinations">See all destinations</a><a href="/">Go to home page</a></p>`,
  }
}
