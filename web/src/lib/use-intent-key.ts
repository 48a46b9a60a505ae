import { useRef } from 'react'
import { ApiError } from './api-error.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

/**
 * One idempotency key per intent that moves money. A retry after a lost response sends the same key, so that the
 * server performs the intent once. After a definite response the same action is a new intent.
 */
export function useIntentKey() {
  const openKeys = useRef(new Map<string, string>())
  /** @param intent the action with everything that distinguishes it from another: user, item, amount */
  const keyFor = (intent: string): string => {
    const key = openKeys.current.get(intent) ?? newIdempotencyKey()
    openKeys.current.set(intent, key)
    return key
  }
  /** Call this after a success or a decided refusal. */
  const settle = (intent: string): void => {
    openKeys.current.delete(intent)
  }
  return {
    keyFor,
    settle,
    /** Sends a request with the key of the intent. */
    async send<Data>(intent: string, request: (key: string) => Promise<Data>): Promise<Data> {
      try {
        const data = await request(keyFor(intent))
        settle(intent)
        return data
      } catch (error) {
        if (error instanceof ApiError && error.isDecided) settle(intent)
        throw error
      }
    },
  }
}
