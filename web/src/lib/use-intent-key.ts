import { useRef } from 'react'
import { newIdempotencyKey } from './idempotency-key.ts'

/**
 * One idempotency key per intent that moves money. Trying the same again after an answer was lost carries
 * the same key, so that it happens once; what was settled is done, and the same again is a new intent.
 */
export function useIntentKey() {
  const open = useRef(new Map<string, string>())
  return {
    /** @param intent what is to happen, with everything that would make it another: whom, what, how much */
    keyFor(intent: string): string {
      const key = open.current.get(intent) ?? newIdempotencyKey()
      open.current.set(intent, key)
      return key
    },
    /** To be called once the server has said yes or no. */
    settle(intent: string): void {
      open.current.delete(intent)
    },
  }
}
