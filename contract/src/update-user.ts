import { z } from 'zod'
import { gstinField, stateField } from './billing-fields.ts'
import { endpoint } from './endpoint.ts'
import { requiredTexts } from './field-checks.ts'
import { cityField, emailField, id, linesText, nameField, phoneField } from './fields.ts'
import { passwordInput } from './passwords.ts'
import { user } from './users.ts'

/** A blank text, as an unfilled field of a form sends it, counts as absent. */
function optionalField<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    schema.nullish(),
  )
}

/** The error of a change of the caller's email without the password. */
export const emailNeedsPassword = 'Enter your password to change your email.'

/** The error of a change of another admin's email. */
export const adminEmailIsOwn = 'Only this admin can change this email, on the Profile page.'

/** Longest billing address, in characters. */
export const maxBillingAddress = 300

/**
 * The form that changes a user. A phone and a company name remain unchanged if they are absent or blank. City, GSTIN,
 * billing state and address remain unchanged if they are absent, and a blank empties them. A new email of the caller is
 * pending until it is confirmed. A GSTIN also sets the billing state. Role, wallet, status and plan cannot be changed.
 */
export const updateUserBody = z.strictObject({
  /** Absent: the caller. Only admins may name another user. */
  userId: id.optional(),
  name: nameField(),
  email: emailField(),
  /** The present password. A change of the caller's email needs it. */
  password: passwordInput.optional(),
  phone: optionalField(phoneField()),
  city: cityField().nullish(),
  companyName: optionalField(nameField(requiredTexts.companyName)),
  gstin: gstinField.nullish(),
  billingState: stateField.nullish(),
  billingAddress: linesText(maxBillingAddress).nullish(),
})

export const updateUser = endpoint('PUT', '/api/auth/updateUser', {
  name: 'updateUser',
  summary: 'Update a user. Agents: only themselves',
  access: 'signed-in',
  lowestRole: 'caller',
  right: 'none',
  body: updateUserBody,
  answer: user,
  message: 'User updated successfully!',
  errors: [
    'USER_NOT_FOUND',
    'EMAIL_TAKEN',
    'PHONE_TAKEN',
    'CURRENT_PASSWORD_WRONG',
    'TOO_MANY_REQUESTS',
  ],
})
