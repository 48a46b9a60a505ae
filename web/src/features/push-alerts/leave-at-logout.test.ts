import { afterEach, expect, it, vi } from 'vitest'
import { endSession, useSession } from '../../lib/session.ts'
import { leaveAtLogout } from './leave-at-logout.ts'

afterEach(() => vi.unstubAllGlobals())

it('removes alerts from the browser only after its agent has logged out', async () => {
  const { unsubscribe, close } = { unsubscribe: vi.fn(async () => true), close: vi.fn() }
  const registration = {
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
    getNotifications: async () => [{ close }],
  }
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default' })
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ userId: 'agent' }) })
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => registration },
  })
  const signIn = (_id: string) =>
    useSession.setState({ user: { _id } } as ReturnType<typeof useSession.getState>)
  signIn('agent')
  leaveAtLogout('agent')
  await import('./leave-push.ts')
  expect(unsubscribe).not.toHaveBeenCalled()
  endSession()
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(unsubscribe).toHaveBeenCalledOnce()

  signIn('another agent')
  leaveAtLogout('another agent')
  endSession()
  await import('./leave-push.ts')
  expect(unsubscribe).toHaveBeenCalledOnce()
})
