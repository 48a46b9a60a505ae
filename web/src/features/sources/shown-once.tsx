import type { ReactNode } from 'react'
import { CopyField } from '../../ui/copy-field.tsx'
import { ViewModal } from '../../ui/view-modal.tsx'
import classes from './sources.module.css'

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
        <p className={classes.text}>{children}</p>
        <CopyField label={label} value={value ?? ''} />
        <p className={classes.text}>
          You will not see it again: Raahi does not store it. If it is lost, make a new one.
        </p>
      </div>
    </ViewModal>
  )
}
