import { useCallback, useState } from 'react'

/** The record that a dialog shows. The record stays while the dialog fades out, so that its text does not change. */
export function useDialogTarget<T>() {
  const [state, setState] = useState<{ target: T | null; opened: boolean }>({
    target: null,
    opened: false,
  })
  const open = useCallback((target: T) => setState({ target, opened: true }), [])
  const close = useCallback(() => setState(({ target }) => ({ target, opened: false })), [])
  return { ...state, open, close }
}
