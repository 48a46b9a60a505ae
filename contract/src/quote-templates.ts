import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filterText, id, idParams, instant, requiredText } from './fields.ts'
import { quoteLimits } from './quote-limits.ts'
import { quoteTexts } from './quotes.ts'

/** Longest name of a template, in characters. */
export const maxTemplateNameLength = 60

const naming = {
  name: requiredText('Enter a name for this template.', maxTemplateNameLength),
  /** The destination that it is for; empty: any. */
  destination: filterText(),
}

export const quoteTemplate = z.object({
  _id: id,
  name: z.string(),
  destination: z.string(),
  /** The number of its days. */
  days: z.int(),
  updatedAt: instant,
})
export type QuoteTemplate = z.output<typeof quoteTemplate>

export const listQuoteTemplates = endpoint('GET', '/api/quoteTemplates', {
  name: 'listQuoteTemplates',
  summary: 'List the caller’s templates of quotes, by destination and name',
  access: 'agent',
  lowestRole: 'caller',
  list: true,
  answer: z.array(quoteTemplate).max(quoteLimits.templates),
})

export const getQuoteTemplate = endpoint('GET', '/api/quoteTemplates/{id}', {
  name: 'getQuoteTemplate',
  summary: 'Get an own template with its texts',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  answer: z.object({ ...quoteTemplate.shape, texts: z.object(quoteTexts) }),
  errors: ['QUOTE_TEMPLATE_NOT_FOUND'],
})

export const createQuoteTemplate = endpoint('POST', '/api/quoteTemplates', {
  name: 'createQuoteTemplate',
  summary:
    'Save the texts of an own quote’s newest version as a template, without price and traveller',
  access: 'agent',
  lowestRole: 'buyer',
  body: z.strictObject({ quoteId: id, ...naming }),
  answer: quoteTemplate,
  status: 201,
  message: 'Template saved.',
  errors: [
    'QUOTE_NOT_FOUND',
    'QUOTE_TEMPLATE_LIMIT',
    'QUOTE_TEMPLATE_NAME_TAKEN',
    'QUOTE_TEMPLATE_NAMES_TRAVELLER',
    'TOO_MANY_REQUESTS',
  ],
})

export const updateQuoteTemplate = endpoint('PUT', '/api/quoteTemplates/{id}', {
  name: 'updateQuoteTemplate',
  summary: 'Rename an own template, or change its destination',
  access: 'agent',
  lowestRole: 'buyer',
  params: idParams,
  body: z.strictObject(naming),
  answer: quoteTemplate,
  message: 'Template changed.',
  errors: [
    'QUOTE_TEMPLATE_NOT_FOUND',
    'QUOTE_TEMPLATE_NAME_TAKEN',
    'QUOTE_TEMPLATE_NAMES_TRAVELLER',
    'TOO_MANY_REQUESTS',
  ],
})

export const deleteQuoteTemplate = endpoint('DELETE', '/api/quoteTemplates/{id}', {
  name: 'deleteQuoteTemplate',
  summary: 'Delete an own template',
  access: 'agent',
  lowestRole: 'buyer',
  params: idParams,
  message: 'Template deleted.',
  errors: ['QUOTE_TEMPLATE_NOT_FOUND'],
})
