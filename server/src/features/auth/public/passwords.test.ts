import { parseOptions } from '@node-rs/argon2'
import { login } from '@raahi/contract/auth'
import { listLeads } from '@raahi/contract/leads'
import { changePassword } from '@raahi/contract/password-reset'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBoundedQueue } from '../../../platform/http/bounded-queue.ts'
import {
  factoryPassword,
  makeAgent,
  makeLeads,
  makeResetTicket,
} from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

describe('password hashing', () => {
  it('uses argon2id with 19 MiB, two passes, one lane and a separate salt per password', async () => {
    const one = await passwords.hash('same password')
    const other = await passwords.hash('same password')
    expect(one).not.toBe(other)
    expect(one).toMatch(/^\$argon2id\$/)
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  })

  it('matches only the exact password', async () => {
    const hashed = await passwords.hash(' exact Pässword ')
    expect(await passwords.matches(hashed, ' exact Pässword ')).toBe(true)
    expect(await passwords.matches(hashed, 'exact Pässword')).toBe(false)
    expect(await passwords.matches(hashed, ' Exact Pässword ')).toBe(false)
  })

  it('takes as much work without an account as with one', async () => {
    const spent: number[] = []
    const measured = createPasswords(async (work) => {
      const before = process.cpuUsage()
      const result = await work()
      const { user, system } = process.cpuUsage(before)
      spent.push(user + system)
      return result
    })
    const hashed = await passwords.hash('known')
    // The fastest of several runs shows the work; slower runs include other load of the machine.
    const cheapest = async (passwordHash: string | undefined) => {
      spent.length = 0
      for (let n = 0; n < 7; n += 1) {
        expect(await measured.matches(passwordHash, 'guess')).toBe(false)
      }
      return Math.min(...spent)
    }
    const known = await cheapest(hashed)
    const unknown = await cheapest(undefined)
    expect(unknown).toBeGreaterThan(known * 0.5)
    expect(unknown).toBeLessThan(known * 2)
  })

  it('rejects requests beyond a bounded queue without waiting', async () => {
    const crowded = createPasswords(createBoundedQueue({ atOnce: 1, maxWaiting: 3 }))
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => crowded.matches(undefined, 'guess')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect(await crowded.matches(undefined, 'later')).toBe(false)
  })
})

describe('a flood of password changes', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('is partly rejected, while the lead list and a login are answered', async () => {
    const [attacker, agent] = [await makeAgent(app.db), await makeAgent(app.db)]
    await makeLeads(app.db, 5)
    // A ticket is valid for one change, but each attempt with it hashes a password.
    const ticket = await makeResetTicket(app.database, attacker)
    let answered = 0
    const change = async (newPassword: string) => {
      const response = await app.call(changePassword, {
        headers: { cookie: `raahi_reset=${ticket}` },
        body: { email: attacker.email, newPassword, confirmNewPassword: newPassword },
      })
      answered += 1
      return response.status
    }
    const flood = Array.from({ length: 150 }, (_, at) => change(`Password number ${at}`))
    const lists = await Promise.all(Array.from({ length: 20 }, () => app.as(agent).call(listLeads)))
    expect(lists.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answered, 'the lists did not wait for the flood to be over').toBeLessThan(150)
    const statuses = await Promise.all(flood)
    expect(new Set(statuses)).toEqual(new Set([200, 401, 503]))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const body = { emailOrPhone: agent.email, password: factoryPassword }
    expect((await app.call(login, { body })).status).toBe(200)
  })
})
