import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

type BusyButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'disabled'> & {
    /** While true, a click does nothing and submits no form. */
    busy: boolean
  }

/**
 * A button that ignores clicks while its work runs, and keeps the focus. A `disabled` button would lose it, and
 * keyboard users would start again at the top of the page.
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
