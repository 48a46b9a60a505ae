import { expect, test } from 'vitest'
import { greetingLine } from './greeting.ts'

test('the greeting contains the name only at a confirmed address', () => {
  const name = 'You won Rs 50,000'
  expect(greetingLine({ name, emailConfirmedAt: null })).toBe('Hello,')
  expect(greetingLine({ name: ' ', emailConfirmedAt: new Date() })).toBe('Hello,')
  expect(greetingLine({ name: 'Asha', emailConfirmedAt: new Date() })).toBe('Hello Asha,')
})
