import { Alert } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import type { OrderOutcome } from '@raahi/contract/payments'
import { IconCheck, IconHourglass } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refetch } from '../../lib/refetch.ts'
import classes from './confirming-payment.module.css'
import { removeOpenOrder } from './open-order.ts'
import { readOrder } from './payments.api.ts'
import { watchOrder } from './watch-order.ts'

type State = { step: 'confirming' } | { step: 'paid'; order: OrderOutcome } | { step: 'unpaid' }

/** Says after a reload during a payment that it is being confirmed, and then its result. */
export default function ConfirmingPayment({ orderId }: { orderId: string }) {
  const [state, setState] = useState<State>({ step: 'confirming' })
  const [isClosed, setClosed] = useState(false)
  const queryClient = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const read = (signal: AbortSignal) => readOrder(orderId, signal)
    void watchOrder({ read, signal: stop.signal }).then((order) => {
      if (stop.signal.aborted) return
      removeOpenOrder()
      setState(order ? { step: 'paid', order } : { step: 'unpaid' })
      // A payment may affect every screen.
      if (order) void refetch(queryClient, [])
    })
    return () => stop.abort()
  }, [orderId, queryClient])
  if (isClosed) return null
  const isPaid = state.step === 'paid'
  return (
    <Alert
      role="status"
      className={classes.notice}
      color={isPaid ? 'leaf' : 'marigold'}
      icon={isPaid ? <IconCheck size={20} aria-hidden /> : <IconHourglass size={20} aria-hidden />}
      withCloseButton
      closeButtonLabel="Close message"
      onClose={() => {
        removeOpenOrder()
        setClosed(true)
      }}
    >
      {textOf(state)}
    </Alert>
  )
}

function textOf(state: State): string {
  if (state.step === 'confirming') {
    return 'The page was reloaded during a payment. We are confirming it with your bank, so please do not pay again.'
  }
  if (state.step === 'unpaid') {
    return 'We have not received the payment. If you did pay, we will complete your order or refund you as soon as your bank confirms it, and email you.'
  }
  const { amount, subscription } = state.order
  return subscription
    ? `Payment received. ${subscription.name} is now active.`
    : `Payment received. ${formatRupees(amount)} has been added to your wallet.`
}
