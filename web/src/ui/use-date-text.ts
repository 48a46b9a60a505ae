import { useState } from 'react'
import { maskDateText, normaliseDateText, validateDateText } from '../lib/date-input.ts'
import { formatDateText, parseDateText } from '../lib/date-text.ts'

/**
 * The text of a date field, DD-MM-YYYY in every browser language.
 * @param value the stored date, YYYY-MM-DD or ''
 * @param onDate receives the new date: '' while the text is not a complete date
 */
export function useDateText(value: string, onDate: (date: string) => void) {
  const [text, setText] = useState(formatDateText(value))
  const [stored, setStored] = useState(value)
  const [isFinished, setFinished] = useState(false)
  // Changed from outside: a reset, Clear filters, Back.
  if (value !== stored) {
    setStored(value)
    setText(formatDateText(value))
  }
  const show = (next: string) => {
    const date = parseDateText(next) ?? ''
    setText(next)
    setFinished(false)
    if (date === stored) return
    setStored(date)
    onDate(date)
  }
  const error = validateDateText(text)
  return {
    text,
    /** The error of the text; null if it is valid. */
    error,
    /** The error, once the field has lost the focus. */
    shownError: isFinished ? error : null,
    type: (typed: string) => show(maskDateText(typed, text)),
    choose: (date: string) => show(formatDateText(date)),
    finish: () => {
      const complete = normaliseDateText(text)
      if (complete) show(complete)
      setFinished(true)
    },
  }
}
