import { login, sessionOf } from '@raahi/contract/auth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { StartError } from '../../platform/start-error.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createAdmin } from './create-admin.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const newAdmin = { name: 'Boss', email: 'boss@example.com', password: 'long enough' }

describe('createAdmin', () => {
  it('creates an account that can log in, with or without a phone number', async () => {
    await createAdmin(app.database, { ...newAdmin, phone: '98765 43210' })
    await createAdmin(app.database, { ...newAdmin, email: 'second@example.com' })
    await createAdmin(app.database, { ...newAdmin, email: 'third@example.com', phone: '' })
    for (const emailOrPhone of ['boss@example.com', '9876543210', 'third@example.com']) {
      const { data } = await app.call(login, {
        body: { emailOrPhone, password: newAdmin.password },
      })
      expect(sessionOf(data).user.role).toBe('admin')
    }
    expect(await checkInvariants(app.database)).toEqual([])
  })

  it('reports each wrong field in a sentence', async () => {
    const wrong = createAdmin(app.database, { name: ' ', email: 'x', password: '1', phone: '1' })
    await expect(wrong).rejects.toThrow(StartError)
    await expect(wrong).rejects.toThrow(
      'name: Name is required\nemail: Invalid email format\npassword: Use at least 8 characters.\nphone: This number is too short. Please check the digits.',
    )
    await expect(
      createAdmin(app.database, { ...newAdmin, email: 'BOSS@example.com' }),
    ).rejects.toThrow('An account with this email or phone number already exists.')
  })
})
