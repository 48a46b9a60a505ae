import { type RefObject, useRef } from 'react'
import classes from './calendar-button.module.css'

interface CalendarButtonProps {
  /** Id of the field's label, because the buttons of all dates have the same name. */
  labelId: string
  /** YYYY-MM-DD, or '' for none. */
  value: string
  min?: string | undefined
  onChoose: (date: string) => void
  /** The native date input, if the form provides one. */
  picker?: RefObject<HTMLInputElement | null>
}

/** Opens the browser's calendar for a date field. */
export function CalendarButton({ labelId, value, min, onChoose, picker }: CalendarButtonProps) {
  const ownPicker = useRef<HTMLInputElement>(null)
  const input = picker ?? ownPicker
  const open = () => {
    try {
      input.current?.showPicker()
    } catch {
      // The browser has no picker, or the page is in a frame. The date can be typed.
    }
  }
  return (
    <span className={classes.host}>
      {!picker && (
        <input
          ref={ownPicker}
          type="date"
          className={classes.picker}
          tabIndex={-1}
          aria-hidden
          value={value}
          min={min}
          max="9999-12-31"
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      )}
      <button
        type="button"
        className={classes.button}
        aria-label="Open calendar"
        aria-describedby={labelId}
        onClick={open}
      >
        <svg
          width="20"
          height="20"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM16 3v4M8 3v4M4 11h16" />
        </svg>
      </button>
    </span>
  )
}
