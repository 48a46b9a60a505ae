import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

const debounceMs = 300

/**
 * A text field whose text takes effect when typing pauses for 300 ms, or when the field loses the focus. Later it would
 * replace the page that a clicked link opens.
 * @param value the text in effect, such as a filter in the address
 * @param commit applies a new text; `again` is true after an earlier commit of the same visit to the field, and the
 * new text then replaces that one in the history
 */
export function useDebouncedText(value: string, commit: (text: string, again: boolean) => void) {
  const [text, setText] = useState(value)
  const [inEffect, setInEffect] = useState(value)
  const [sent, setSent] = useState(value)
  const hasCommitted = useRef(false)
  const latestCommit = useRef(commit)

  // After a change from outside (Back, Clear filters) the field follows. The field's own commit arrives late, while
  // more text is typed, and must not overwrite it.
  if (value !== inEffect) {
    setInEffect(value)
    setSent(value)
    if (value !== sent) setText(value)
  }
  useEffect(() => {
    latestCommit.current = commit
  })
  const apply = (typed: string) => {
    const trimmed = typed.trim()
    if (trimmed === inEffect) return
    setSent(trimmed)
    latestCommit.current(trimmed, hasCommitted.current)
    hasCommitted.current = true
  }
  useEffect(() => {
    const timer = setTimeout(() => apply(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, inEffect])
  /** What a handler has set since the last render: a field can complete its text when it loses the focus. */
  const latestText = useRef(text)
  latestText.current = text

  return {
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => {
      latestText.current = event.currentTarget.value
      setText(latestText.current)
    },
    onBlur: () => {
      apply(latestText.current)
      hasCommitted.current = false
    },
    // Browsers empty a search field on Escape. Escape closes suggestions, and what was chosen stays.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault()
    },
  }
}
