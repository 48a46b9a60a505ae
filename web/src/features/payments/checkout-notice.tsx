import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconHourglass, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Checkout } from './checkout-state.ts'

interface CheckoutNoticeProps {
  checkout: Checkout
  /** What happens if the payment arrives later, such as 'your plan starts'. */
  laterResult: string
}

/** The message of a payment attempt that has not succeeded, or not yet. */
export function CheckoutNotice({
  checkout: { step, reason, orderId },
  laterResult,
}: CheckoutNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the notice may be below the visible part of the dialog.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [step, reason])
  if (step === 'failed') {
    return (
      <Alert
        ref={notice}
        color="brick"
        role="alert"
        mt="md"
        icon={<IconAlertTriangle size={20} aria-hidden />}
      >
        {reason}
        {orderId !== null &&
          ` If your bank still confirms this payment, ${laterResult} automatically.`}
      </Alert>
    )
  }
  if (step === 'dismissed') {
    return (
      <Alert
        ref={notice}
        color="ink"
        role="status"
        mt="md"
        icon={<IconInfoCircle size={20} aria-hidden />}
      >
        You closed the payment window and we have not received a payment. If you did pay,{' '}
        {laterResult} as soon as your bank confirms it.
      </Alert>
    )
  }
  if (step === 'unconfirmed') {
    return (
      <Alert
        ref={notice}
        color="marigold"
        role="alert"
        mt="md"
        icon={<IconHourglass size={20} aria-hidden />}
      >
        {reason} Once it is confirmed, {laterResult} and email you. Your money is safe, so please do
        not pay again.
      </Alert>
    )
  }
  return null
}
