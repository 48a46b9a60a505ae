import { messageLength } from '@raahi/contract/contact'
import { type FormPage, renderPage } from './form-page.ts'

/** The contact form as it stands without script. */
export const contactPage: Omit<FormPage, 'values' | 'errors'> = {
  title: 'Contact us',
  intro: 'We read every message and answer by email.',
  action: '/contact',
  submit: 'Send message',
  fields: [
    { name: 'name', label: 'Full name', kind: 'text', required: true, autocomplete: 'name' },
    { name: 'email', label: 'Email', kind: 'email', required: true, autocomplete: 'email' },
    { name: 'message', label: 'Message', kind: 'lines', required: true, maxLength: messageLength },
  ],
}

export function renderMessageSent(): string {
  return renderPage(
    'Thank you',
    `<h1>Thank you! Your message has reached us.</h1><p>We read every message and answer by email.</p>
<p><a href="/">Back to the home page</a></p>`,
  )
}
