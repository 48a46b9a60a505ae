import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emailField } from './fields.ts'
import { newPasswordFields, samePasswords } from './passwords.ts'

/** Digits of a code. */
export const otpLength = 5

/** A new code can be requested after this time. */
export const otpResendSeconds = 30

const email = emailField()

export const forgotPassword = endpoint('POST', '/api/auth/forgotPassword', {
  name: 'forgotPassword',
  summary: 'Request a password reset code by mail. The response is the same for every address',
  access: 'public',
  body: z.strictObject({ email }),
  message: 'If this email has an account, we have sent it a code.',
  errors: ['TOO_MANY_REQUESTS'],
})

export const reSendOtp = endpoint('PUT', '/api/auth/reSendOtp', {
  name: 'reSendOtp',
  summary:
    'Request another code, which replaces the previous one. The response is the same for every address',
  access: 'public',
  body: z.strictObject({ email }),
  message: 'OTP resent successfully!',
  errors: ['TOO_MANY_REQUESTS'],
})

const otpText = 'Please enter all 5 digits of the OTP.'

export const verifyUserOtp = endpoint('POST', '/api/auth/verifyUserOtp', {
  name: 'verifyUserOtp',
  summary: 'Exchange a reset code for a reset ticket in an httpOnly cookie',
  access: 'public',
  body: z.strictObject({
    email,
    otp: z.int({ error: otpText }).min(10_000, { error: otpText }).max(99_999, { error: otpText }),
  }),
  message: 'OTP verified successfully!',
  errors: ['INVALID_OTP', 'TOO_MANY_REQUESTS'],
})

export const changePassword = endpoint('POST', '/api/auth/changePassword', {
  name: 'changePassword',
  summary: 'Set a new password with the reset ticket. All sessions of the account end',
  access: 'cookie',
  body: samePasswords(z.strictObject({ email, ...newPasswordFields })),
  message: 'Password changed successfully!',
  errors: ['RESET_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})
