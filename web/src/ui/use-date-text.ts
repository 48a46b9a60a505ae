import { useState } from 'react'
import {
  dateFault,
  dateFromText,
  maskDateText,
  textFromDate,
  wholeDateText,
} from '../lib/date-text.ts'

/**
 * The text of a date field, DD-MM-YYYY, whatever the browser's language.
 * @param value what is kept, YYYY-MM-DD or ''
 * @param onDate gets what is to be kept: '' while the text is no whole date
 */
export function useDateText(value: string, onDate: (date: string) => void) {
  const [text, setText] = useState(textFromDate(value))
  const [kept, setKept] = useState(value)
  const [left, setLeft] = useState(false)
  // Changed from outside: a reset, Clear filters, the back button.
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
    /** What is wrong with the text; null while nothing is. */
    fault,
    /** The same, once the field was left. */
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
