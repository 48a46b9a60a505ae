import type { FormEvent, FormEventHandler, ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import { FormError } from './form-error.tsx'
import { StepModal } from './step-modal.tsx'

type FormModalProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** Pass `form.onSubmit(...)` of @mantine/form. */
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The fields, usually in FormSections. */
  children: ReactNode
  submitLabel: string
  closeLabel?: string
  /** Label of a second submit button, which continues with the next record. `submitsForNext` recognises it. */
  nextLabel?: string | undefined
  /** While true the form cannot be submitted yet. */
  submitDisabled?: boolean
  /** While true the form can be neither submitted again nor closed. */
  busy?: boolean
  busyLabel?: string
  /** The error of the whole form. A field's error is shown under the field. */
  error?: ReactNode
  size?: string
}

const nextValue = 'next'

/** Whether the form was submitted with the button of `nextLabel`. */
export function submitsForNext({ nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement && submitter.value === nextValue
}

/** Gives the first field the initial focus. Without a marked element the dialog would focus its close button. */
function markFirstField(fields: HTMLElement | null): void {
  const first = fields?.querySelector('[data-autofocus], input, select, textarea')
  first?.setAttribute('data-autofocus', 'true')
}

/**
 * A form in a dialog: full screen on phones, with the actions always visible. The focus returns to the element that
 * opened it.
 */
export function FormModal({
  opened,
  onClose,
  title,
  onSubmit,
  children,
  submitLabel,
  closeLabel = 'Cancel',
  nextLabel,
  submitDisabled = false,
  busy = false,
  busyLabel = 'Saving..',
  error,
  size = '44rem',
}: FormModalProps) {
  return (
    <StepModal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      busy={busy}
      onSubmit={onSubmit}
      contentRef={markFirstField}
      notice={error && <FormError>{error}</FormError>}
      actions={
        <>
          <BusyButton variant="default" onClick={onClose} busy={busy}>
            {closeLabel}
          </BusyButton>
          {/* Enter presses the first submit button of a form. */}
          <BusyButton type="submit" busy={busy} disabled={submitDisabled && !busy}>
            {busy ? busyLabel : submitLabel}
          </BusyButton>
          {nextLabel && (
            <BusyButton type="submit" variant="default" value={nextValue} busy={busy}>
              {nextLabel}
            </BusyButton>
          )}
        </>
      }
    >
      {children}
    </StepModal>
  )
}
