import { describe, expect, it } from 'vitest'
import { buildMenu } from './menu.ts'

const labels = (role: 'admin' | 'user') => buildMenu(role).map(({ label }) => label)

describe('the sidebar', () => {
  it('lists the screens of an agent in order', () => {
    expect(labels('user')).toEqual([
      'Dashboard',
      'My Leads',
      'Plans',
      'Purchased Leads',
      'Invoices',
      'Profile',
    ])
  })

  it('lists the back office for an admin', () => {
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

  it('links each role to its profile', () => {
    expect(buildMenu('user').at(-1)?.to).toBe('/dashboard/user-profile')
    expect(buildMenu('admin').at(-1)?.to).toBe('/dashboard/admin-profile')
  })
})
