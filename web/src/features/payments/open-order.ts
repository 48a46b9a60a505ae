import { userTextKey } from '../../lib/local-texts.ts'
import { readShownUserId } from '../../lib/session.ts'

const key = () => userTextKey('order', readShownUserId() ?? '')

/** Stores in this tab that the checkout of an order is open, so that the page can say so after a reload. */
export function storeOpenOrder(orderId: string): void {
  try {
    sessionStorage.setItem(key(), orderId)
  } catch {
    // Without storage the page says nothing after a reload. The payment counts in any case.
  }
}

export function readOpenOrder(): string | null {
  try {
    return sessionStorage.getItem(key())
  } catch {
    return null
  }
}

export function removeOpenOrder(): void {
  try {
    sessionStorage.removeItem(key())
  } catch {
    // Nothing was stored.
  }
}
