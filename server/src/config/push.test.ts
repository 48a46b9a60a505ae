import { expect, test } from 'vitest'
import { makePushKeys } from '../platform/push/push-client.ts'
import { readConfig } from './index.ts'

test('accepts a key pair with the padding of base64, and removes it', () => {
  const keys = makePushKeys()
  const { push } = readConfig({
    VAPID_PUBLIC_KEY: `${keys.publicKey}=`,
    VAPID_PRIVATE_KEY: `${keys.privateKey}=`,
  })
  expect(push.keys).toEqual(keys)
})

test('rejects a public key of another pair', () => {
  const [first, second] = [makePushKeys(), makePushKeys()]
  expect(() =>
    readConfig({ VAPID_PUBLIC_KEY: first.publicKey, VAPID_PRIVATE_KEY: second.privateKey }),
  ).toThrow(/VAPID_PUBLIC_KEY must be the public key of VAPID_PRIVATE_KEY/)
})
