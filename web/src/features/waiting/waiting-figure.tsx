import { maxOpenWorkCounted } from '@raahi/contract/dashboard'
import { MenuFigure } from './public/menu-figure.tsx'
import { useWaiting } from './public/use-waiting.ts'

/** The number of waiting enquiries and corrections, for the menu. */
export function WaitingEnquiries() {
  const { data } = useWaiting()
  const count = data && data.enquiries + data.corrections
  return (
    <MenuFigure
      count={count}
      unit="waiting"
      maxCount={maxOpenWorkCounted}
      arrived="You have a new enquiry."
    />
  )
}

/** The number of waiting contact messages, for the menu. */
export function WaitingMessages() {
  const { data } = useWaiting()
  return (
    <MenuFigure
      count={data?.messages}
      unit="waiting"
      maxCount={maxOpenWorkCounted}
      arrived="You have a new contact message."
    />
  )
}
