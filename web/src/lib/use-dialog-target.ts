import { useCallback, useState } from 'react'

/**
 * Which record a dialog is about. The record stays while the dialog fades out, so that its words do
 * not change under the reader's eyes.
 */
export function useDialogTarget<T>() {
  const [state, setState] = useState<{ target: T | null; opened: boolean }>({
    target: null,
    opened: false,
  })
  const open = useCallback((target: T) => setState({ target, opened: true }), [])
  const close = useCallback(() => setState(({ target }) => ({ target, opened: false })), [])
  return { ...state, open, close }
}
