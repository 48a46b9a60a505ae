import { VisuallyHidden } from '@mantine/core'
import { maxOpenWorkCounted } from '@raahi/contract/dashboard'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/counts.ts'
import { useWaiting } from './public/use-waiting.ts'
import classes from './waiting-figure.module.css'

/** The number of waiting enquiries and corrections, for the menu. */
export function WaitingEnquiries() {
  const { data } = useWaiting()
  const count = data && data.enquiries + data.corrections
  return <WaitingFigure count={count} arrived="You have a new enquiry." />
}

/** The number of waiting contact messages, for the menu. */
export function WaitingMessages() {
  const { data } = useWaiting()
  return <WaitingFigure count={data?.messages} arrived="You have a new contact message." />
}

/** Shows the count if it is known and above 0. Announces new arrivals to screen readers. */
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

/** Returns the text after the count has risen. The first known count and a lower count are not announced. */
function useArrival(count: number | undefined, arrived: string): string {
  const lastCount = useRef<number>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    if (count === undefined) return
    setText(lastCount.current !== undefined && count > lastCount.current ? arrived : '')
    lastCount.current = count
  }, [count, arrived])
  return text
}
