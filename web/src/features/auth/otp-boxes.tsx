import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import classes from './otp-boxes.module.css'
import { applyBackspace, applyInput, type OtpChange, type OtpDigits } from './otp-digits.ts'

export interface OtpBoxesHandle {
  /** Focuses the first of all boxes, or the first empty one. */
  focus(which?: 'first' | 'empty'): void
}

interface OtpBoxesProps {
  ref: Ref<OtpBoxesHandle>
  label: string
  digits: OtpDigits
  error?: ReactNode
  onChange: (digits: OtpDigits) => void
}

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * A code in single-digit boxes that accept digits only. Pasting is blocked. Backspace and the arrow keys move between
 * the boxes.
 */
export function OtpBoxes({ ref, label, digits, error, onChange }: OtpBoxesProps) {
  const id = useId()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const last = digits.length - 1
  const focusOn = (at: number) => boxes.current[Math.min(last, Math.max(0, at))]?.focus()
  useImperativeHandle(ref, () => ({
    focus: (which = 'first') => focusOn(which === 'first' ? 0 : digits.indexOf('')),
  }))

  const apply = (change: OtpChange) => {
    onChange(change.digits)
    focusOn(change.focus)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = moves[event.key]
    if (event.key === 'Backspace') apply(applyBackspace(digits, at))
    else if (event.key === 'Delete') onChange(digits.with(at, ''))
    else if (move) focusOn(move(at, last))
    else return
    event.preventDefault()
  }
  return (
    <fieldset className={classes.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.boxes}>
        {digits.map((digit, at) => (
          <input
            key={at}
            ref={(box) => {
              boxes.current[at] = box
            }}
            className={classes.box}
            value={digit}
            inputMode="numeric"
            pattern="[0-9]*"
            // The first box accepts the code that a phone reads from a message, which fills all boxes.
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            maxLength={at === 0 ? digits.length : 1}
            aria-label={`Digit ${at + 1} of ${digits.length}`}
            aria-invalid={error ? true : undefined}
            // Handled before the input changes: typing the same digit again would not fire a change.
            onBeforeInput={(event) => {
              event.preventDefault()
              apply(applyInput(digits, at, event.data))
            }}
            onChange={(event) => apply(applyInput(digits, at, event.currentTarget.value))}
            onKeyDown={(event) => handleKey(event, at)}
            // Typing replaces the digit.
            onFocus={(event) => event.currentTarget.select()}
            onPaste={(event) => event.preventDefault()}
            onDrop={(event) => event.preventDefault()}
          />
        ))}
      </div>
      <p id={`${id}-error`} className={classes.error} role="alert">
        {error}
      </p>
    </fieldset>
  )
}
