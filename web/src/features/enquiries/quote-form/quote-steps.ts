import { type QuoteField, quoteFields } from '@raahi/contract/enquiry-form'
import type { FormField } from '@raahi/contract/form-field'

/** The steps of the quote form, one for each section of its fields. `legend` is the heading in a form without steps. */
export const quoteSteps = [
  { section: 'trip', name: 'Trip', title: 'Where to, and when?', legend: 'About the trip' },
  { section: 'people', name: 'People', title: 'Who is travelling?', legend: 'Who travels' },
  {
    section: 'traveller',
    name: 'You',
    title: 'How can your agent reach you?',
    legend: 'About you',
  },
] as const

export const lastStep = quoteSteps.length - 1

/** The step that shows a field. The consent, which has no section, is in the last one. */
export function stepOfField(name: QuoteField): number {
  const { section }: FormField = quoteFields[name]
  const index = quoteSteps.findIndex((step) => step.section === section)
  return index < 0 ? lastStep : index
}
