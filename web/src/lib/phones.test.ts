import { expect, it } from 'vitest'
import { formatPhone } from './phones.ts'

it('writes Indian numbers in groups and leaves others as they are', () => {
  expect(formatPhone('+919876543210')).toBe('+91 98765 43210')
  for (const other of ['+447911123456', '+91987654321', '']) expect(formatPhone(other)).toBe(other)
})
