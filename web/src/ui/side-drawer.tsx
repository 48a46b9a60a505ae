import { Drawer } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import classes from './side-drawer.module.css'
import { useOpenAfterMount } from './use-dialog.ts'

interface SideDrawerProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Wide enough for tables. */
  isWide?: boolean
  children: ReactNode
}

/**
 * A panel at the right edge with the details of one record, in full width on phones. The focus returns to the opener.
 * Back closes it on phones if the address names the record, or if its owner uses `useDialog`.
 */
export function SideDrawer({ opened, onClose, title, isWide = false, children }: SideDrawerProps) {
  const view = useRef<HTMLDivElement>(null)
  const close = () => {
    // The drawer also receives an Escape that is meant for a dialog above it.
    const top = Array.from(document.querySelectorAll('[role="dialog"]')).at(-1)
    if (!top || top.contains(view.current)) onClose()
  }
  return (
    <Drawer
      opened={useOpenAfterMount(opened)}
      onClose={close}
      title={title}
      position="right"
      // Below the dialogs that are opened from the drawer, whose z-index is 200.
      zIndex={190}
      size={`min(${isWide ? 46 : 30}rem, 100%)`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        header: classes.header,
        title: classes.title,
        content: classes.content,
        body: classes.body,
      }}
      overlayProps={{ color: 'var(--raahi-scrim)', backgroundOpacity: 1 }}
    >
      <div ref={view}>{children}</div>
    </Drawer>
  )
}
