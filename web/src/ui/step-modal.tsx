import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { FocusEvent, FormEventHandler, ReactNode, RefCallback } from 'react'
import classes from './dialog.module.css'
import { useDialog } from './use-dialog.ts'

type StepModalProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** The content of this step; it scrolls under the title. */
  children: ReactNode
  /** The buttons of this step, with the main action last. */
  actions: ReactNode
  /** Shown above the buttons, always visible. */
  notice?: ReactNode
  /** Receives the element that contains `children`. */
  contentRef?: RefCallback<HTMLDivElement>
  /** Makes the step a form, submitted by the submit button among the actions. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  /** While true the dialog cannot be closed. */
  busy?: boolean
  /** While true the payment provider's checkout is open above the dialog and handles Escape. */
  covered?: boolean
  size?: string
}

/**
 * The focus trap sets the initial focus twice, with a pause between on a slow machine. The second time it must find the
 * field that has the focus by then, so that it does not interrupt a user who is typing already.
 */
function markFocused({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  currentTarget.querySelector('[data-autofocus]')?.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', 'true')
}

/**
 * A dialog with several steps, each with its content and actions: full screen on phones. The focus returns to the
 * element that opened it.
 */
export function StepModal({
  opened,
  onClose,
  title,
  children,
  actions,
  notice,
  contentRef,
  onSubmit,
  busy = false,
  covered = false,
  size = '30rem',
}: StepModalProps) {
  const phone = useMediaQuery('(max-width: 47.99em)')
  const shown = useDialog(opened, busy || covered ? null : onClose)
  const content = (
    <>
      <div className={classes.fields} ref={contentRef}>
        {children}
      </div>
      <div className={classes.formFooter}>
        {notice}
        <div className={classes.formButtons}>{actions}</div>
      </div>
    </>
  )
  return (
    <Modal
      opened={shown}
      onClose={onClose}
      onFocus={markFocused}
      title={title}
      size={size}
      centered
      fullScreen={phone}
      radius={phone ? 0 : undefined}
      closeOnClickOutside={false}
      closeOnEscape={!busy && !covered}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}
      classNames={{
        title: classes.title,
        header: classes.formHeader,
        content: classes.formContent,
        body: classes.formBody,
      }}
      overlayProps={{ color: 'var(--raahi-scrim)', backgroundOpacity: 1 }}
    >
      {onSubmit ? (
        // While the dialog closes, its form can still be submitted. The browser's native submission is always
        // prevented.
        <form
          onSubmit={opened ? onSubmit : (event) => event.preventDefault()}
          noValidate
          className={classes.form}
        >
          {content}
        </form>
      ) : (
        <div className={classes.form}>{content}</div>
      )}
    </Modal>
  )
}
