import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

type BusyButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'disabled'> & {
    /** While true a press does nothing, and sends no form. */
    busy: boolean
  }

/**
 * A button that rests while its work runs and keeps the focus meanwhile: a `disabled` one would drop
 * whoever works by keyboard at the top of the page.
 */
export function BusyButton({ busy, onClick, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      aria-disabled={busy || undefined}
      data-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
