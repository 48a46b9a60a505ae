import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import classes from './dialog.module.css'
import { useDialog } from './use-dialog.ts'

type ViewModalProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** The content; it scrolls under the title. */
  children: ReactNode
  /** Shows a button with this text at the foot instead of the close icon. */
  closeLabel?: string
  /** Set for content that is shown only once: only that button closes the dialog, and not an accidental Escape. */
  closesByButtonOnly?: boolean
  size?: string
}

/** A dialog that shows content: full screen on phones. The focus returns to the element that opened it. */
export function ViewModal({
  opened,
  onClose,
  title,
  children,
  closeLabel,
  closesByButtonOnly = false,
  size = '44rem',
}: ViewModalProps) {
  const phone = useMediaQuery('(max-width: 47.99em)')
  const shown = useDialog(opened, closesByButtonOnly ? null : onClose)
  const view = useRef<HTMLDivElement>(null)
  const close = () => {
    // This dialog also receives an Escape that is meant for another dialog above it.
    const top = Array.from(document.querySelectorAll('[role="dialog"]')).at(-1)
    if (!top || top.contains(view.current)) onClose()
  }
  return (
    <Modal
      opened={shown}
      onClose={close}
      title={title}
      size={size}
      centered
      fullScreen={phone}
      radius={phone ? 0 : undefined}
      withCloseButton={!closeLabel}
      closeOnEscape={!closesByButtonOnly}
      closeOnClickOutside={!closesByButtonOnly}
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
              <Button
                variant="default"
                onClick={onClose}
                data-autofocus={!closesByButtonOnly || undefined}
              >
                {closeLabel}
              </Button>
            </div>
          </div>
        )}
      </div>
    </Modal>
  )
}
