import { type StaffRight, staffRights } from '@raahi/contract/staff-rights'
import { describe, expect, it } from 'vitest'
import { buildMenu } from './menu.ts'
import { screens } from './screens.ts'

const menuOf = (role: 'admin' | 'user', rights: StaffRight[] = [...staffRights]) =>
  buildMenu(role === 'admin' ? { role, rights } : { role })
const labels = (...of: Parameters<typeof menuOf>) => menuOf(...of).map(({ label }) => label)

describe('the sidebar', () => {
  it('lists the screens of an agent in order', () => {
    expect(labels('user')).toEqual([
      'Dashboard',
      'My Leads',
      'Saved Searches',
      'Plans',
      'Purchased Leads',
      'Pipeline',
      'Wallet',
      'Invoices',
      'Members',
      'Webhooks',
      'API Keys',
      'Profile',
    ])
  })

  it('shows members only what their role may open', () => {
    const of = (role: 'buyer' | 'caller') =>
      buildMenu({ role: 'user', agency: { role } }).map(({ label }) => label)
    expect(of('buyer')).toEqual([
      'Dashboard',
      'My Leads',
      'Saved Searches',
      'Purchased Leads',
      'Pipeline',
      'Profile',
    ])
    expect(of('caller')).toEqual(['Dashboard', 'Purchased Leads', 'Pipeline', 'Profile'])
  })

  it('lists every back office screen with an entry for an admin, from the dashboard to the profile', () => {
    const backOffice = screens.filter(({ page, menu }) => page.startsWith('pages/admin/') && menu)
    expect(labels('admin')).toEqual(
      expect.arrayContaining(['Dashboard', 'Users', ...backOffice.map(({ menu }) => menu?.label)]),
    )
    expect(labels('admin')).toHaveLength(new Set(labels('admin')).size)
    expect(labels('admin').at(0)).toBe('Dashboard')
    expect(labels('admin').at(-1)).toBe('Profile')
  })

  it('of an admin has only what the rights allow', () => {
    expect(labels('admin', [])).toEqual(['Dashboard', 'Profile'])
    expect(labels('admin', ['support'])).toEqual([
      'Dashboard',
      'Users',
      'Enquiries',
      'Messages',
      'Transactions',
      'Approvals',
      'Replacements',
      'Profile',
    ])
    for (const right of staffRights) {
      const own = new Set(labels('admin', [right]))
      expect(own.size).toBeLessThan(labels('admin').length)
    }
  })

  it('links each role to its profile', () => {
    expect(menuOf('user').at(-1)?.to).toBe('/dashboard/user-profile')
    expect(menuOf('admin').at(-1)?.to).toBe('/dashboard/admin-profile')
  })
})
