import {
  enquiryConsent,
  enquirySources,
  ownEnquiryPath,
  tripCountries,
  tripKinds,
} from '@raahi/contract/enquiries'
import { tripTypes } from '@raahi/contract/leads'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import type { FormField, FormPage } from './form-page.ts'
import type { PlainPage } from './site-frame.ts'

const kinds: Record<string, string> = tripKinds

/** The quote form without JavaScript. */
export const enquiryPage: Omit<FormPage, 'values' | 'errors'> = {
  title: 'Get a quote',
  intro:
    'Tell us about your trip, and one travel agent will contact you. Only your name and phone are needed.',
  action: '/enquiries',
  submit: 'Get my quote',
  hidden: { consentVersion: enquiryConsent.version },
  fields: [
    {
      name: 'name',
      half: true,
      label: 'Full name',
      kind: 'text',
      required: true,
      autocomplete: 'name',
    },
    { name: 'phone', half: true, label: 'Phone', kind: 'tel', required: true, autocomplete: 'tel' },
    { name: 'email', half: true, label: 'Email', kind: 'email', autocomplete: 'email' },
    {
      name: 'city',
      half: true,
      label: 'Current city',
      kind: 'text',
      autocomplete: 'address-level2',
    },
    { name: 'destination', half: true, label: 'Destination', kind: 'text' },
    { name: 'travelDate', half: true, label: 'Travel date', kind: 'date' },
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
      half: true,
      label: 'Within India or abroad',
      kind: 'select',
      options: [['', 'Choose'], ...Object.entries(tripCountries)],
    },
    {
      name: 'source',
      half: true,
      label: 'How did you find us?',
      kind: 'select',
      options: [['', 'Choose'], ...enquirySources.map((source) => [source, source] as const)],
    },
    { name: 'consent', label: enquiryConsent.text, kind: 'agreement', required: true },
  ] satisfies FormField[],
}

/**
 * Converts the texts of a form to the contract's input. Unreadable values are passed on, so that the contract rejects
 * them.
 */
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

/** Where the browser is redirected after a success. */
export function sentPath(reference: string): string {
  return `/enquiries/sent?${new URLSearchParams({ reference })}`
}

/** The reference in an address, if it is valid. */
export function referenceOf({ reference }: Record<string, unknown>): string | undefined {
  return typeof reference === 'string' && /^RQ-\d{6,15}$/.test(reference) ? reference : undefined
}

/** Renders the confirmation: next steps, reference and the traveller's link. */
export function renderEnquirySent({
  reference,
  token,
}: {
  reference: string | undefined
  token: string | undefined
}): PlainPage {
  return {
    title: 'Thank you',
    content: `<h1>Thank you! Your enquiry has reached us.</h1>
${reference ? `<p class="ticket">Your reference <strong>${escapeHtml(reference)}</strong> Please mention it if you write to us or call.</p>` : ''}
<h2>What happens next</h2>
<ol><li>We read your enquiry, usually within one working day.</li>
<li>One travel agent takes it up and contacts you. No other agent gets your number.</li>
<li>You get a plan and a price. The decision is yours.</li></ol>
<h2>If you change your mind</h2>
<p>With your own link you can check the status of your enquiry, correct it or withdraw it.${token ? ' Please save it and do not share it.' : ''} If you gave us an email address, we are sending the link there too.</p>
<p class="ways">${token ? `<a href="${escapeHtml(ownEnquiryPath(token))}">Your enquiry</a>` : ''}<a href="/">Go to home page</a></p>`,
  }
}
