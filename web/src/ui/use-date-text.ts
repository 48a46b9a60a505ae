import { useState } from 'react'
import {
  dateFault,
  dateFromText,
  maskDateText,
  textFromDate,
  wholeDateText,
} from '../lib/date-text.ts'

/**
 * The text of a date field, DD-MM-YYYY in every browser language.
 * @param value the stored date, YYYY-MM-DD or ''
 * @param onDate receives the new date: '' while the text is not a complete date
 */
export function useDateText(value: string, onDate: (date: string) => void) {
  const [text, setText] = useState(textFromDate(value))
  const [kept, setKept] = useState(value)
  const [left, setLeft] = useState(false)
  // Changed from outside: a reset, Clear filters, Back.
  if (value !== kept) {
    setKept(value)
    setText(textFromDate(value))
  }
  const show = (next: string) => {
    const date = dateFromText(next) ?? ''
    setText(next)
    setLeft(false)
    if (date === kept) return
    setKept(date)
    onDate(date)
  }
  const fault = dateFault(text)
  return {
    text,
    /** The error of the text; null if it is valid. */
    fault,
    /** The error, once the field has lost the focus. */
    shownFault: left ? fault : null,
    type: (typed: string) => show(maskDateText(typed, text)),
    choose: (date: string) => show(textFromDate(date)),
    leave: () => {
      const whole = wholeDateText(text)
      if (whole) show(whole)
      setLeft(true)
    },
  }
}
