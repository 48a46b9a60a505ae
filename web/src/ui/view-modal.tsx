import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

type ViewModalProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** What it shows; scrolls under the title. */
  children: ReactNode
  size?: string
  /** False while something in it runs. */
  closable?: boolean
}

/** A dialog that shows something: full screen on phones. Focus returns to what opened it. */
export function ViewModal({
  opened,
  onClose,
  title,
  children,
  size = '44rem',
  closable = true,
}: ViewModalProps) {
  const phone = useMediaQuery('(max-width: 47.99em)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      centered
      fullScreen={phone}
      radius={phone ? 0 : undefined}
      closeOnClickOutside={closable}
      closeOnEscape={closable}
      closeButtonProps={{ 'aria-label': 'Close', disabled: !closable }}
      classNames={{
        title: classes.title,
        header: classes.formHeader,
        content: classes.formContent,
        body: classes.formBody,
      }}
      overlayProps={{ color: 'var(--raahi-scrim)', backgroundOpacity: 1 }}
    >
      <div className={classes.view}>{children}</div>
    </Modal>
  )
}
