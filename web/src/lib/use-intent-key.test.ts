import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { useIntentKey } from './use-intent-key.ts'

function makeIntentKeys(): ReturnType<typeof useIntentKey> {
  const rendered: ReturnType<typeof useIntentKey>[] = []
  const Sender = () => {
    rendered.push(useIntentKey())
    return null
  }
  renderToString(createElement(Sender))
  const [keys] = rendered
  if (!keys) throw new Error('the hook was not rendered')
  return keys
}

const failWith = (code: ApiErrorCode, status: number) => () =>
  Promise.reject(new ApiError({ code, status }))

it('keeps the key of an intent until the server has decided', async () => {
  const { keyFor, send } = makeIntentKeys()
  const first = keyFor('₹500')
  for (const [code, status] of [
    ['NETWORK', 0],
    ['SERVICE_UNAVAILABLE', 503],
    ['TOO_MANY_REQUESTS', 429],
    ['UNAUTHENTICATED', 401],
  ] as const) {
    await expect(send('₹500', failWith(code, status))).rejects.toMatchObject({ code })
    expect(keyFor('₹500'), code).toBe(first)
  }
  await expect(send('₹500', failWith('WALLET_LIMIT_EXCEEDED', 422))).rejects.toBeInstanceOf(
    ApiError,
  )
  const second = keyFor('₹500')
  expect(second).not.toBe(first)
  expect(await send('₹500', async (key) => key)).toBe(second)
  expect(keyFor('₹500')).not.toBe(second)
})
