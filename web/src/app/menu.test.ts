import { describe, expect, it } from 'vitest'
import { menuOf } from './menu.ts'

const labels = (role: 'admin' | 'user') => menuOf(role).map(({ label }) => label)

describe('the sidebar', () => {
  it('of an agent has what agents may open, in its order', () => {
    expect(labels('user')).toEqual([
      'Dashboard',
      'My Leads',
      'Plans',
      'Purchased Leads',
      'Invoices',
      'Profile',
    ])
  })

  it('of an admin has the back office', () => {
    expect(labels('admin')).toEqual([
      'Dashboard',
      'Users',
      'Add Leads',
      'Add New Plans',
      'Enquiries',
      'Messages',
      'Transactions',
      'Invoices',
      'Lead Cost',
      'Replacements',
      'Audit Log',
      'Profile',
    ])
  })

  it('leads each role to its own profile', () => {
    expect(menuOf('user').at(-1)?.to).toBe('/dashboard/user-profile')
    expect(menuOf('admin').at(-1)?.to).toBe('/dashboard/admin-profile')
  })
})
