import { validationFailure } from '../../../platform/http/validation.ts'
import { documentTextError } from '../../../platform/pdf/pdf-characters.ts'

/** The fields of a user that appear on invoices. */
interface InvoiceTexts {
  name?: string | undefined
  companyName?: string | undefined
  city?: string | null | undefined
  billingAddress?: string | null | undefined
}

const fields = ['name', 'companyName', 'city', 'billingAddress'] as const

/**
 * Checks that invoices can show the texts that differ from the present ones. An invoice never changes, so a character
 * without a glyph would be missing for good.
 * @throws ApiFailure VALIDATION_FAILED
 */
export function checkInvoiceTexts(texts: InvoiceTexts, present: InvoiceTexts = {}): void {
  const errors = fields.flatMap((field) => {
    const text = texts[field]
    const error = text && text !== present[field] ? documentTextError(text) : undefined
    return error ? [[field, error] as const] : []
  })
  if (errors.length > 0) {
    throw validationFailure(Object.fromEntries(errors))
  }
}
