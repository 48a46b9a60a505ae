import type { ComponentProps, ReactNode } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import type { useChangeSettings } from './settings.api.ts'
import classes from './settings-rows.module.css'

interface SettingFormProps {
  label: string
  onSubmit: ComponentProps<'form'>['onSubmit']
  change: ReturnType<typeof useChangeSettings>
  isDirty: boolean
  failedText: string
  /** The field. */
  children: ReactNode
}

/** One field with its button, and why it could not be saved. */
export function SettingForm(props: SettingFormProps) {
  const { label, onSubmit, change, isDirty, failedText, children } = props
  return (
    <>
      <form className={classes.line} noValidate onSubmit={onSubmit} aria-label={label}>
        {children}
        <BusyButton type="submit" variant="default" busy={change.isPending} disabled={!isDirty}>
          {change.isPending ? 'Saving..' : 'Save'}
        </BusyButton>
      </form>
      {change.isError && <FormError>{errorWithReason(change.error, failedText)}</FormError>}
    </>
  )
}
