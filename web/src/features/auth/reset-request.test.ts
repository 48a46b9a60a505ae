import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  deleteResetRequest,
  readResetRequest,
  saveResetRequest,
  secondsToResend,
} from './reset-request.ts'

const email = 'priya@raahi.example'

/** A browser's storage, or one that refuses access. */
function useStorage(stored: Record<string, string> | 'refused') {
  const refuse = () => {
    throw new DOMException('no')
  }
  vi.stubGlobal(
    'localStorage',
    stored === 'refused'
      ? { getItem: refuse, setItem: refuse, removeItem: refuse }
      : {
          getItem: (key: string) => stored[key] ?? null,
          setItem: (key: string, value: string) => {
            stored[key] = value
          },
          removeItem: (key: string) => delete stored[key],
        },
  )
  return stored
}

afterEach(() => {
  deleteResetRequest()
  vi.unstubAllGlobals()
})

describe('the stored reset request', () => {
  it('is stored in the browser until the reset is done', () => {
    const stored = useStorage({})
    const request = saveResetRequest(email, 1000)
    expect(Object.keys(stored)).toHaveLength(1)
    expect(readResetRequest()).toEqual(request)
    deleteResetRequest()
    expect([readResetRequest(), stored]).toEqual([null, {}])
  })

  it('works in this tab if the browser stores nothing', () => {
    useStorage('refused')
    saveResetRequest(email, 1000)
    expect(readResetRequest()).toEqual({ email, askedAt: 1000 })
  })

  it.each(['', 'null', '{', '{"email":5,"askedAt":1}', '{"email":"a@b.example"}', '"text"'])(
    'is null if %j is stored',
    (text) => {
      useStorage({ 'raahi-password-reset': text })
      expect(readResetRequest()).toBeNull()
    },
  )
})

describe('the time until another code may be requested', () => {
  it.each([
    [0, 30],
    [1, 30],
    [1000, 29],
    [29_999, 1],
    [30_000, 0],
    [90_000, 0],
    // The clock was set back meanwhile.
    [-500_000, 30],
  ])('after %d ms is %d s', (later, seconds) => {
    expect(secondsToResend({ email, askedAt: 1_000_000 }, 1_000_000 + later)).toBe(seconds)
  })
})
