import {
  enquiryConsent,
  enquirySources,
  ownEnquiryPath,
  tripKinds,
} from '@raahi/contract/enquiries'
import { tripTypes } from '@raahi/contract/leads'
import { escapeHtml } from '../mail/escape-html.ts'
import { type FormField, type FormPage, renderPage } from './form-page.ts'

const kinds: Record<string, string> = tripKinds

/** The quote form as it stands without script. */
export const enquiryPage: Omit<FormPage, 'values' | 'errors'> = {
  title: 'Get a quote',
  intro: 'Tell us about your trip. One travel agent gets in touch with you.',
  action: '/enquiries',
  submit: 'Get my quote',
  hidden: { consentVersion: enquiryConsent.version },
  fields: [
    { name: 'name', label: 'Full name', kind: 'text', required: true, autocomplete: 'name' },
    { name: 'phone', label: 'Phone', kind: 'tel', required: true, autocomplete: 'tel' },
    { name: 'email', label: 'Email', kind: 'email', autocomplete: 'email' },
    { name: 'city', label: 'Current city', kind: 'text', autocomplete: 'address-level2' },
    { name: 'destination', label: 'Destination', kind: 'text' },
    { name: 'travelDate', label: 'Travel date', kind: 'date' },
    { name: 'travelDays', label: 'Days', kind: 'number' },
    { name: 'travelNights', label: 'Nights', kind: 'number' },
    { name: 'adult', label: 'Adults', kind: 'number' },
    { name: 'children', label: 'Children', kind: 'number' },
    { name: 'infant', label: 'Infants', kind: 'number' },
    {
      name: 'tripType',
      label: 'Kind of trip',
      kind: 'select',
      options: [
        ['', 'Choose'],
        ...tripTypes.map((type) => [type, kinds[type] ?? type.replace('_', ' ')] as const),
      ],
    },
    {
      name: 'leadType',
      label: 'Domestic or international',
      kind: 'select',
      options: [
        ['', 'Choose'],
        ['domestic', 'Domestic'],
        ['international', 'International'],
      ],
    },
    {
      name: 'source',
      label: 'How did you find us?',
      kind: 'select',
      options: [['', 'Choose'], ...enquirySources.map((source) => [source, source] as const)],
    },
    { name: 'consent', label: enquiryConsent.text, kind: 'agreement', required: true },
  ] satisfies FormField[],
}

/** What the form of a browser, which knows nothing but text, stands for; what cannot be read is left for the contract to refuse. */
export function enquiryInput(values: Readonly<Record<string, string>>): Record<string, unknown> {
  const numbers = enquiryPage.fields.filter(({ kind }) => kind === 'number')
  return {
    ...values,
    ...Object.fromEntries(
      numbers.map(({ name }) => {
        const text = values[name]?.trim() ?? ''
        return [name, /^\d{1,9}$/.test(text) ? Number(text) : text]
      }),
    ),
    consent: values.consent !== undefined && values.consent !== '',
  }
}

/** Where the browser is sent after a success. */
export function sentPath(reference: string): string {
  return `/enquiries/sent?${new URLSearchParams({ reference })}`
}

/** A reference that an address asks for, if it has the form of one. */
export function referenceOf({ reference }: Record<string, unknown>): string | undefined {
  return typeof reference === 'string' && /^RQ-\d{6,15}$/.test(reference) ? reference : undefined
}

/** Says thank you, what happens next, the reference, and the own link. */
export function renderEnquirySent({
  reference,
  token,
}: {
  reference: string | undefined
  token: string | undefined
}): string {
  return renderPage(
    'Thank you',
    `<h1>Thank you! Your enquiry has reached us.</h1>
${reference ? `<p class="card">Your reference<br><strong>${escapeHtml(reference)}</strong></p>` : ''}
<p>We read every enquiry ourselves and pass it on to one travel agent, who then gets in touch with you about your trip. If you gave us an email address, a mail with all this is on its way.</p>
${token ? `<p><a href="${escapeHtml(ownEnquiryPath(token))}">See, correct or withdraw your enquiry</a>: keep this link, it is yours alone.</p>` : ''}
<p><a href="/">Back to the home page</a></p>`,
  )
}
