import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import classes from './dialog.module.css'

type ViewModalProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** What it shows; scrolls under the title. */
  children: ReactNode
  /** Puts a button with this text at its foot in place of the cross. */
  closeLabel?: string
  /** What it shows is seen this once: it closes by that button alone, and not by a key pressed once too often. */
  once?: boolean
  size?: string
}

/** A dialog that shows something: full screen on phones. Focus returns to what opened it. */
export function ViewModal({
  opened,
  onClose,
  title,
  children,
  closeLabel,
  once = false,
  size = '44rem',
}: ViewModalProps) {
  const phone = useMediaQuery('(max-width: 47.99em)')
  const view = useRef<HTMLDivElement>(null)
  const close = () => {
    // Escape reaches this dialog too while another one stands above it, and is meant for that one.
    const top = Array.from(document.querySelectorAll('[role="dialog"]')).at(-1)
    if (!top || top.contains(view.current)) onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      centered
      fullScreen={phone}
      radius={phone ? 0 : undefined}
      withCloseButton={!closeLabel}
      closeOnEscape={!once}
      closeOnClickOutside={!once}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        title: classes.title,
        header: classes.formHeader,
        content: classes.formContent,
        body: classes.formBody,
      }}
      overlayProps={{ color: 'var(--raahi-scrim)', backgroundOpacity: 1 }}
    >
      <div className={classes.form}>
        <div ref={view} className={classes.view}>
          {children}
        </div>
        {closeLabel && (
          <div className={classes.formFooter}>
            <div className={classes.formButtons}>
              <Button variant="default" onClick={onClose} data-autofocus={!once || undefined}>
                {closeLabel}
              </Button>
            </div>
          </div>
        )}
      </div>
    </Modal>
  )
}
