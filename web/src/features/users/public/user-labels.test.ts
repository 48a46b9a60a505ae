import { expect, it } from 'vitest'
import { userAddress } from './user-labels.ts'

it('the address of a user shows the short id in the search field, not the UUID', () => {
  const _id = '019a573f-2b0e-725c-b855-bdd594d8a46f'
  expect(userAddress({ _id })).toBe('/dashboard/users?search=94d8a46f')
})
