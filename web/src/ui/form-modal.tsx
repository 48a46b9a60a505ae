import { Alert, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FormEventHandler, ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import classes from './dialog.module.css'

type FormModalProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** Hand over `form.onSubmit(...)` of @mantine/form. */
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The fields, best in FormSections. */
  children: ReactNode
  submitLabel: string
  /** While true there is nothing to send yet. */
  submitDisabled?: boolean
  /** While true it can neither be sent again nor closed. */
  busy?: boolean
  busyLabel?: string
  /** What went wrong with the whole form; a field's own error belongs under the field. */
  error?: ReactNode
  size?: string
}

/**
 * A dialog's focus goes to what is marked; without a mark it would go to the close button. Whoever
 * opens a form wants its first field.
 */
function markFirstField(fields: HTMLElement | null): void {
  const first = fields?.querySelector('[data-autofocus], input, select, textarea')
  first?.setAttribute('data-autofocus', 'true')
}

/** A form in a dialog: full screen on phones, actions always in reach. Focus returns to what opened it. */
export function FormModal({
  opened,
  onClose,
  title,
  onSubmit,
  children,
  submitLabel,
  submitDisabled = false,
  busy = false,
  busyLabel = 'Saving..',
  error,
  size = '44rem',
}: FormModalProps) {
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
      closeOnClickOutside={false}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}
      classNames={{
        title: classes.title,
        header: classes.formHeader,
        content: classes.formContent,
        body: classes.formBody,
      }}
      overlayProps={{ color: 'var(--raahi-scrim)', backgroundOpacity: 1 }}
    >
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <div className={classes.fields} ref={markFirstField}>
          {children}
        </div>
        <div className={classes.formFooter}>
          {error && (
            <Alert
              color="brick"
              role="alert"
              className={classes.formError}
              icon={<IconAlertTriangle size={20} aria-hidden />}
            >
              {error}
            </Alert>
          )}
          <div className={classes.formButtons}>
            <BusyButton variant="default" onClick={onClose} busy={busy}>
              Cancel
            </BusyButton>
            <BusyButton type="submit" busy={busy} disabled={submitDisabled && !busy}>
              {busy ? busyLabel : submitLabel}
            </BusyButton>
          </div>
        </div>
      </form>
    </Modal>
  )
}
