import type { ReactNode } from 'react'
import { CopyField } from './copy-field.tsx'
import classes from './shown-once.module.css'
import { ViewModal } from './view-modal.tsx'

interface ShownOnceProps {
  title: string
  label: string
  /** Null: closed. */
  value: string | null
  onClose: () => void
  children: ReactNode
}

/** A key that is shown once, with a button that copies it. */
export function ShownOnce({ title, label, value, onClose, children }: ShownOnceProps) {
  return (
    <ViewModal
      opened={value !== null}
      onClose={onClose}
      title={title}
      closeLabel="I have saved it"
      closesByButtonOnly
      size="36rem"
    >
      <div className={classes.stack}>
        <p>{children}</p>
        <CopyField label={label} value={value ?? ''} />
        <p>You will not see it again: Raahi does not store it. If it is lost, make a new one.</p>
      </div>
    </ViewModal>
  )
}
