import { formatPhone } from '@raahi/contract/formats'
import type { User } from '@raahi/contract/users'
import { type ApiError, type ApiErrorCode, errorMessage } from '../../../lib/api-error.ts'

/** The form values of an account, in the order of the fields. */
export function accountValues(user: User) {
  const { name, email, phone, city, companyName, gstin, billingState, billingAddress } = user
  return {
    name,
    email,
    phone: formatPhone(phone),
    city: city ?? '',
    companyName,
    gstin: gstin ?? '',
    billingState: billingState ?? '',
    billingAddress: billingAddress ?? '',
  }
}
export type AccountValues = ReturnType<typeof accountValues>

/** Refusals that belong to one field. */
const fieldOfCode: Partial<Record<ApiErrorCode, keyof AccountValues>> = {
  EMAIL_TAKEN: 'email',
  PHONE_TAKEN: 'phone',
}

/** The server's texts by field. */
export function accountFieldErrors(error: ApiError): Record<string, string> {
  const { code, fieldErrors } = error
  const field = fieldOfCode[code]
  return field
    ? { [field]: errorMessage(error, 'This is already in use.'), ...fieldErrors }
    : fieldErrors
}
