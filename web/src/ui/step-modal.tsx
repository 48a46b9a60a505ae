import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { FormEventHandler, ReactNode, RefCallback } from 'react'
import classes from './dialog.module.css'

type StepModalProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** What this step shows; scrolls under the title. */
  children: ReactNode
  /** Buttons of this step, the one that goes on last. */
  actions: ReactNode
  /** Stands above the buttons, in sight however far the content is scrolled. */
  notice?: ReactNode
  /** Gets the element that `children` stand in. */
  contentRef?: RefCallback<HTMLDivElement>
  /** Makes the step a form, sent by the submit button among the actions. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  /** While true it cannot be closed. */
  busy?: boolean
  /** While true a checkout of the payment provider is open above it, and Escape belongs to that one. */
  covered?: boolean
  size?: string
}

/**
 * A dialog that goes through steps, each with its own content and actions: full screen on phones. Focus returns to
 * what opened it.
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
      opened={opened}
      onClose={onClose}
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
        // What is closing can still be sent for a moment; the browser itself is never to send it.
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
