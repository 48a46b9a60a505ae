import { expect, test } from 'vitest'
import { greetingLine } from './greeting.ts'

test('greets by name at a confirmed address alone', () => {
  const name = 'You won Rs 50,000'
  expect(greetingLine({ name, emailConfirmedAt: null })).toBe('Hello,')
  expect(greetingLine({ name: ' ', emailConfirmedAt: new Date() })).toBe('Hello,')
  expect(greetingLine({ name: 'Asha', emailConfirmedAt: new Date() })).toBe('Hello Asha,')
})
