import type { ErrorCode } from '@raahi/contract/errors'
import { errorCodes } from '@raahi/contract/errors'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

/**
 * Checks that a response is an error in the standard format, with no other fields, the status of its code, and no
 * caching.
 * @returns its fieldErrors
 */
export function expectError(
  answer: LightMyRequestResponse,
  code: ErrorCode,
): Record<string, string> | undefined {
  expect(answer.headers['content-type'], answer.body).toBe('application/json; charset=utf-8')
  const { success, message, code: got, fieldErrors, ...rest } = answer.json()
  expect({ success, code: got, rest }, answer.body).toEqual({ success: false, code, rest: {} })
  expect(answer.statusCode).toBe(errorCodes[code].status)
  expect(message).toMatch(/\S/)
  expect(answer.headers['cache-control']).toBe('no-store')
  return fieldErrors
}
