import { VisuallyHidden } from '@mantine/core'
import { maxOpenWorkCounted } from '@raahi/contract/dashboard'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/counts.ts'
import { useWaiting } from './use-waiting.ts'
import classes from './waiting-figure.module.css'

/** How many enquiries wait, beside their entry of the menu. */
export function WaitingEnquiries() {
  const { data } = useWaiting()
  return <WaitingFigure count={data?.enquiries} arrived="You have a new enquiry." />
}

/** How many contact messages wait. */
export function WaitingMessages() {
  const { data } = useWaiting()
  return <WaitingFigure count={data?.messages} arrived="You have a new contact message." />
}

/** Nothing where nothing waits, or where it is not known. What comes in meanwhile is announced. */
function WaitingFigure({ count, arrived }: { count: number | undefined; arrived: string }) {
  const announced = useArrival(count, arrived)
  return (
    <>
      {count !== undefined && count > 0 && (
        <span className={classes.figure}>
          {formatCount(count)}
          {count >= maxOpenWorkCounted && '+'}
          <VisuallyHidden> waiting</VisuallyHidden>
        </span>
      )}
      {createPortal(<VisuallyHidden role="status">{announced}</VisuallyHidden>, document.body)}
    </>
  )
}

/** The text while the count is higher than the last one known: the first one is no news, a lower one neither. */
function useArrival(count: number | undefined, arrived: string): string {
  const known = useRef<number>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    if (count === undefined) return
    setText(known.current !== undefined && count > known.current ? arrived : '')
    known.current = count
  }, [count, arrived])
  return text
}
