import { Alert, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import classes from './dialog.module.css'

type ConfirmDialogProps = {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  /** What will happen, in words. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /**
   * 'danger' for what cannot be undone: red, and Cancel has the focus first. 'secondary' where the children offer something
   * better, which has the focus.
   */
  tone?: 'action' | 'danger' | 'secondary'
  /** While true both buttons are disabled, the dialog stays and the label reads `busyLabel`. */
  busy?: boolean
  busyLabel?: string
  /** Why it failed; shown inside. */
  error?: ReactNode
}

/** Asks before something happens. Focus returns to what opened it. */
export function ConfirmDialog({
  opened,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'action',
  busy = false,
  busyLabel = 'Processing..',
  error,
}: ConfirmDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size="27rem"
      withCloseButton={false}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      classNames={{ title: classes.title, header: classes.header, content: classes.content }}
      overlayProps={{ color: 'var(--raahi-scrim)', backgroundOpacity: 1 }}
    >
      <div className={classes.text}>{children}</div>
      {error && (
        <Alert
          color="brick"
          role="alert"
          className={classes.error}
          icon={<IconAlertTriangle size={20} aria-hidden />}
        >
          {error}
        </Alert>
      )}
      <div className={classes.buttons}>
        <BusyButton
          variant="default"
          onClick={onClose}
          busy={busy}
          data-autofocus={tone === 'danger' ? true : undefined}
        >
          {cancelLabel}
        </BusyButton>
        <BusyButton
          {...(tone === 'secondary'
            ? { variant: 'default' }
            : { color: tone === 'danger' ? 'brick' : 'marigold' })}
          // What is closing can still be clicked for a moment.
          onClick={opened ? onConfirm : undefined}
          busy={busy}
          data-autofocus={tone === 'action' ? true : undefined}
        >
          {busy ? busyLabel : confirmLabel}
        </BusyButton>
      </div>
    </Modal>
  )
}
