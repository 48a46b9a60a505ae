import { staffRights } from '@raahi/contract/staff-rights'
import { describe, expect, it } from 'vitest'
import { canOpen, type Viewer } from '../screens.ts'
import { fixedEntries, matchEntries } from './palette-entries.ts'

describe('the command palette', () => {
  it.each<Viewer>([
    { role: 'admin', rights: [...staffRights] },
    { role: 'admin', rights: ['support'] },
    { role: 'user' },
  ])('offers only what the user may open: %o', (user) => {
    const entries = fixedEntries(user)
    for (const { to } of entries) if (to) expect(canOpen(user, to), to).toBe(true)
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
  })

  it('finds entries by any of their words', () => {
    const found = (role: 'admin' | 'user', text: string) =>
      matchEntries(fixedEntries({ role, rights: [...staffRights] }), text).map(({ label }) => label)
    expect(found('admin', 'transact')).toEqual(['Transactions'])
    expect(found('admin', 'new user')).toEqual(['Add New User'])
    expect(found('user', 'money')).toEqual(['Add money'])
    expect(found('user', 'users')).toEqual([])
  })
})
