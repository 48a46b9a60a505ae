import { expect, it } from 'vitest'
import {
  formatReplacementReason,
  parseReplacementReason,
  replacementReasonLabel,
  replacementReasons,
} from './replacements.ts'

it('splits a reason into code and text, and formats it as it was sent', () => {
  for (const [code, label] of Object.entries(replacementReasons)) {
    expect(parseReplacementReason(label)).toEqual({ code, text: '' })
    expect(parseReplacementReason(`${label}: a: b\nc`)).toEqual({ code, text: 'a: b\nc' })
  }
  const sent = [
    'Unreachable',
    'Other: rings out',
    'The phone is off.',
    'unreachable: x',
    'Otherwise',
  ]
  for (const reason of sent) {
    expect(formatReplacementReason(parseReplacementReason(reason))).toBe(reason)
  }
  expect(parseReplacementReason('The phone is off.')).toEqual({
    code: null,
    text: 'The phone is off.',
  })
  expect(replacementReasonLabel(null)).toBe('Other')
})
