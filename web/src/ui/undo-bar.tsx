import { undoShownMs } from '@raahi/contract/pipeline'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './undo-bar.module.css'

interface UndoBarProps {
  /** The action that can be undone: 'Moved to Quoted.' */
  text: string
  onUndo: () => void
  onClose: () => void
}

/** Names the last action and offers to undo it for ten seconds, longer while hovered or focused. */
export function UndoBar({ text, onUndo, onClose }: UndoBarProps) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(onClose, undoShownMs)
    return () => clearTimeout(timer)
  }, [isPaused, onClose])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pauses the timer while hovered or focused; it has no action.
    <div
      className={classes.bar}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p role="status">{text}</p>
      <button type="button" className={classes.undo} onClick={onUndo}>
        Undo
      </button>
      <button type="button" className={classes.close} aria-label="Close message" onClick={onClose}>
        <IconX size={18} aria-hidden />
      </button>
    </div>
  )
}
