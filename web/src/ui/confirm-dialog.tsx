import { Alert, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import classes from './dialog.module.css'
import { useDialog } from './use-dialog.ts'

type ConfirmDialogProps = {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  /** What the confirmed action does. */
  children: ReactNode
  /** Null: nothing can be confirmed, only closed. */
  confirmLabel: string | null
  cancelLabel?: string
  /**
   * 'danger' is for actions that cannot be undone: red, and Cancel gets the focus. 'secondary' is for dialogs whose
   * content offers a better choice, which gets the focus.
   */
  tone?: 'action' | 'danger' | 'secondary'
  /** While true both buttons are disabled, the dialog stays open and the label is `busyLabel`. */
  busy?: boolean
  busyLabel?: string
  /** A better choice than the confirmation, above the buttons and always visible. */
  offer?: ReactNode
  /** Why the action failed, shown in the dialog. */
  error?: ReactNode
  /** While true the dialog asks about a navigation, which another history entry would redirect. */
  blocksNavigation?: boolean
}

/** Asks for confirmation. The focus returns to the element that opened the dialog. */
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
  offer,
  error,
  blocksNavigation = false,
}: ConfirmDialogProps) {
  const shown = useDialog(opened, busy ? null : onClose, !blocksNavigation)
  return (
    <Modal
      opened={shown}
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
      <div className={classes.footer}>
        {offer}
        <div className={classes.buttons}>
          <BusyButton
            variant="default"
            onClick={onClose}
            busy={busy}
            data-autofocus={tone === 'danger' ? true : undefined}
          >
            {cancelLabel}
          </BusyButton>
          {confirmLabel && (
            <BusyButton
              {...(tone === 'secondary'
                ? { variant: 'default' }
                : { color: tone === 'danger' ? 'brick' : 'marigold' })}
              // While the dialog closes, its button can still be clicked.
              onClick={opened ? onConfirm : undefined}
              busy={busy}
              data-autofocus={tone === 'action' ? true : undefined}
            >
              {busy ? busyLabel : confirmLabel}
            </BusyButton>
          )}
        </div>
      </div>
    </Modal>
  )
}
