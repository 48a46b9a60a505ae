import { useRef } from 'react'
import { newIdempotencyKey } from './idempotency-key.ts'

/**
 * One idempotency key per intent that moves money. A retry after a lost response sends the same key, so that the
 * server performs the intent once. After a definite response the same action is a new intent.
 */
export function useIntentKey() {
  const openKeys = useRef(new Map<string, string>())
  return {
    /** @param intent the action with everything that distinguishes it from another: user, item, amount */
    keyFor(intent: string): string {
      const key = openKeys.current.get(intent) ?? newIdempotencyKey()
      openKeys.current.set(intent, key)
      return key
    },
    /** Call this after a definite response, success or refusal. */
    settle(intent: string): void {
      openKeys.current.delete(intent)
    },
  }
}
