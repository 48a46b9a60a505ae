import type { OrderOutcome } from '@raahi/contract/payments'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { watchOrder } from './watch-order.ts'

const order = (status: OrderOutcome['status']): OrderOutcome => ({
  orderId: 'order_1',
  kind: 'plan',
  status,
  amount: 349,
  paymentId: status === 'paid' ? 'pay_1' : null,
  subscription: null,
  wallet: 0,
  invoiceId: null,
  createdAt: '2026-11-21T10:00:00.000Z',
})

/** A `read` function that returns these results one after another. */
function reads(...answers: (OrderOutcome | ApiError)[]) {
  const seen = { count: 0 }
  return {
    seen,
    read: async () => {
      const answer = answers[seen.count] ?? order('open')
      seen.count += 1
      if (answer instanceof ApiError) throw answer
      return answer
    },
  }
}

const noPauses = [0, 0, 0, 0]
const signal = () => new AbortController().signal

describe('a watched order', () => {
  it('is returned once it is paid, and not read again', async () => {
    const { read, seen } = reads(order('open'), order('open'), order('paid'))
    expect(await watchOrder({ read, signal: signal(), pausesSeconds: noPauses })).toEqual(
      order('paid'),
    )
    expect(seen.count).toBe(3)
  })

  it('is read again after a lost connection and an overloaded server', async () => {
    const { read } = reads(
      new ApiError({ code: 'NETWORK', status: 0 }),
      new ApiError({ code: 'SERVICE_UNAVAILABLE', status: 503 }),
      new ApiError({ code: 'PAYMENT_NOT_CAPTURED', status: 409 }),
      order('paid'),
    )
    expect(await watchOrder({ read, signal: signal(), pausesSeconds: noPauses })).toEqual(
      order('paid'),
    )
  })

  it('is abandoned only after the last read, even if it is closed, because it may still be paid', async () => {
    const { read, seen } = reads(order('closed'))
    expect(await watchOrder({ read, signal: signal(), pausesSeconds: noPauses })).toBeNull()
    expect(seen.count).toBe(noPauses.length)
  })

  it.each([
    ['ORDER_NOT_FOUND', 404],
    ['UNAUTHENTICATED', 401],
  ] as const)('is abandoned at once after %s', async (code, status) => {
    const { read, seen } = reads(new ApiError({ code, status }))
    expect(await watchOrder({ read, signal: signal(), pausesSeconds: noPauses })).toBeNull()
    expect(seen.count).toBe(1)
  })

  it('is not read after the watch is aborted', async () => {
    const controller = new AbortController()
    const { read, seen } = reads()
    const watching = watchOrder({ read, signal: controller.signal, pausesSeconds: [3600] })
    controller.abort()
    expect(await watching).toBeNull()
    expect(seen.count).toBe(1)
  })

  it('does not report a payment that was read after the abort', async () => {
    const controller = new AbortController()
    const read = async () => {
      controller.abort()
      return order('paid')
    }
    expect(
      await watchOrder({ read, signal: controller.signal, pausesSeconds: noPauses }),
    ).toBeNull()
  })
})
