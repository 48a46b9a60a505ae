import { describe, expect, it } from 'vitest'
import { canOpen } from '../screens.ts'
import { fixedEntries, matchEntries } from './palette-entries.ts'

describe('the command palette', () => {
  it.each(['admin', 'user'] as const)('offers an %s only what this role may open', (role) => {
    const entries = fixedEntries({ role })
    for (const { to } of entries)
      if (to) expect(canOpen({ role }, to.split('?')[0] ?? ''), to).toBe(true)
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
  })

  it('finds entries by any of their words', () => {
    const found = (role: 'admin' | 'user', text: string) =>
      matchEntries(fixedEntries({ role }), text).map(({ label }) => label)
    expect(found('admin', 'transact')).toEqual(['Transactions'])
    expect(found('admin', 'new user')).toEqual(['Add New User'])
    expect(found('user', 'money')).toEqual(['Add money'])
    expect(found('user', 'users')).toEqual([])
  })
})
