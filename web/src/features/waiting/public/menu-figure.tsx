import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '../../../lib/counts.ts'
import classes from '../waiting-figure.module.css'

/** Shows the count if it is known and above 0. Announces new arrivals to screen readers. */
export function MenuFigure({
  count,
  unit,
  arrived,
  maxCount,
}: {
  count: number | undefined
  /** Said after the count by screen readers. */
  unit: string
  arrived: string
  /** The server counts up to this number. */
  maxCount?: number
}) {
  const announced = useArrival(count, arrived)
  return (
    <>
      {count !== undefined && count > 0 && (
        <span className={classes.figure}>
          {formatCount(count)}
          {maxCount !== undefined && count >= maxCount && '+'}
          <VisuallyHidden> {unit}</VisuallyHidden>
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
