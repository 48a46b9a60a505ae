import { register } from '@raahi/contract/auth'
import { changePassword } from '@raahi/contract/password-reset'
import { changeOwnPassword } from '@raahi/contract/profile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factoryPassword, makeAgent, makeResetTicket } from '../../../testing/factories.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../../testing/test-app.ts'
import { isCommonPassword } from './common-passwords.ts'

let app: TestApp
let deployed: TestApp
beforeAll(async () => {
  app = await createTestApp()
  deployed = await app.another({ trial: false })
})
afterAll(async () => {
  await deployed.close()
  await app.close()
})

describe('common passwords', () => {
  it.each([
    'password',
    'Password@123',
    '12345678',
    'qwertyuiop',
    'aaaaaaaa',
    'krishna123',
    'INDIA2025',
  ])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true))

  it.each([
    'Agent@12345',
    'correct horse',
    'monsoon-9-lamp',
    'passwordless',
    'x'.repeat(128),
    '19470815',
  ])('%s is not common', (password) => expect(isCommonPassword(password)).toBe(false))

  it('are rejected at registration, password change and password reset', async () => {
    const agent = await makeAgent(app.db)
    const newPassword = 'Welcome@123'
    const twice = { newPassword, confirmNewPassword: newPassword }
    const answers = [
      await deployed.call(register, { body: registration('password123') }),
      await deployed.as(agent).call(changeOwnPassword, {
        body: { currentPassword: factoryPassword, ...twice },
      }),
      await deployed.call(changePassword, {
        headers: { cookie: `raahi_reset=${await makeResetTicket(app.database, agent)}` },
        body: { email: agent.email, ...twice },
      }),
    ]
    const text = 'This password is too common. Please choose another one.'
    expect(answers.map(({ status, fieldErrors }) => [status, fieldErrors])).toEqual([
      [400, { password: text }],
      [400, { newPassword: text }],
      [400, { newPassword: text }],
    ])
  })

  it('are accepted in a trial', async () => {
    expect(app.config.trial).toBe(true)
    const answer = await app.call(register, { body: registration('password123') })
    expect(answer.status).toBe(201)
  })
})

function registration(password: string) {
  return formOf({
    name: 'Asha Rao',
    email: `${uniqueText()}@example.com`,
    password,
    phone: `+917${String(Math.random()).slice(2, 11).padEnd(9, '0')}`,
    companyName: 'Asha Travels',
  })
}
