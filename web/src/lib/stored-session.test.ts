import { session } from '@raahi/contract/auth'
import { describe, expect, it } from 'vitest'
import { parseStoredSession, signedOut } from './stored-session.ts'

const agent = {
  _id: '019a573f-2b0e-725c-b855-bdd594d8a46f',
  name: 'Kabir Anand',
  email: 'agent@raahi.example',
  phone: '+919000000101',
  city: null,
  companyName: 'Marigold Journeys',
  gstin: null,
  billingState: null,
  billingAddress: null,
  role: 'user',
  userStatus: 'active',
  emailConfirmed: true,
  pendingEmail: null,
  plan: null,
  wallet: 5000,
  profile: null,
  kyc: null,
  createdAt: '2025-11-06T03:39:08.942Z',
}
const signedIn = {
  user: agent,
  accessToken: 'token',
  accessTokenExpiresAt: '2026-11-21T03:54:23.738Z',
  renewAt: 1_795_000_000_000,
}
const text = (state: unknown, version: unknown = 1) => JSON.stringify({ state, version })

describe('a stored session', () => {
  it('is accepted if it is a session of this version', () => {
    expect(parseStoredSession(text(signedIn))?.state).toEqual(signedIn)
    expect(parseStoredSession(text(signedOut))?.state).toEqual(signedOut)
  })

  it('accepts and refuses the same values as the contract', () => {
    expect(session.safeParse(signedIn).success).toBe(true)
    for (const name of Object.keys(agent)) {
      const { [name as keyof typeof agent]: _, ...user } = agent
      expect(session.safeParse({ ...signedIn, user }).success, name).toBe(false)
      expect(parseStoredSession(text({ ...signedIn, user })), name).toBeNull()
    }
  })

  it.each([
    ['not JSON', '{broken'],
    ['empty', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a plain text', '"raahi"'],
    ['another version', text(signedIn, 2)],
    ['no version', JSON.stringify({ state: signedIn })],
    ['no state', JSON.stringify({ version: 1 })],
    ['a user without a token', text({ ...signedIn, accessToken: null })],
    ['an empty token', text({ ...signedIn, accessToken: '' })],
    ['a token without a user', text({ ...signedIn, user: null })],
    ['a right that does not exist', text({ ...signedIn, user: { ...agent, rights: ['all'] } })],
    ['a role that does not exist', text({ ...signedIn, user: { ...agent, role: 'root' } })],
    ['a wallet of text', text({ ...signedIn, user: { ...agent, wallet: '5000' } })],
    ['an invalid expiry', text({ ...signedIn, accessTokenExpiresAt: 'soon' })],
    ['a value of another product', JSON.stringify({ isAuthenticated: true, token: 'x' })],
  ])('is refused if it is %s', (_, stored) => {
    expect(parseStoredSession(stored)).toBeNull()
  })
})
