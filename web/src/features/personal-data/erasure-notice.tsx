import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './personal-data.module.css'
import { type Erasure, formatRecordCounts } from './record-labels.ts'

/** The result of an erasure, which the admin passes on to the traveller. */
export function ErasureNotice({ erasure }: { erasure: Erasure }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The closing dialog returns the focus to a button that no longer exists.
    const timer = setTimeout(() => note.current?.focus(), 400)
    return () => clearTimeout(timer)
  }, [])
  const erasedText = formatRecordCounts(erasure)
  return (
    <Alert
      ref={note}
      tabIndex={-1}
      role="status"
      color="leaf"
      className={classes.erased}
      title="The traveller’s data has been erased."
      icon={<IconCircleCheck size={20} aria-hidden />}
    >
      <p>{erasedText ? `Erased: ${erasedText}.` : 'There was nothing left to erase.'}</p>
      {erasure.kept.length > 0 && (
        <p>
          {erasure.kept.join(', ')} {erasure.kept.length === 1 ? 'stays' : 'stay'} with{' '}
          {erasure.kept.length === 1 ? 'its buyer, who has' : 'their buyers, who have'} been asked
          by email to erase their own copies. Please inform the traveller.
        </p>
      )}
    </Alert>
  )
}
