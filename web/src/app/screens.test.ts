import { staffRights } from '@raahi/contract/staff-rights'
import { describe, expect, it } from 'vitest'
import { canOpen, screens } from './screens.ts'

const admin = { role: 'admin', rights: staffRights } as const

describe('screens that a role may open', () => {
  it('shows the pages of the back office to admins only, and those of agents to agents only', () => {
    const rolesOf = (folder: string) =>
      new Set(screens.flatMap(({ page, roles }) => (page.startsWith(folder) ? roles : [])))
    expect([...rolesOf('pages/admin/')]).toEqual(['admin'])
    expect([...rolesOf('pages/agent/')]).toEqual(['user'])
  })

  it('asks admins for a right on every screen except the home and the own profile', () => {
    const open = screens.filter(({ roles, rights }) => roles.includes('admin') && !rights)
    expect(open.map(({ path }) => path)).toEqual(['/dashboard', '/dashboard/admin-profile'])
  })

  it.each([
    '/dashboard/add-leads',
    '/dashboard/add-leads/',
    '/dashboard/Add-Leads',
    '/DASHBOARD/LEAD-COST',
    '/dashboard/%61dd-leads',
    '/dashboard/%41dd-leads/',
    '/dashboard/users',
    '/dashboard/Add-New-Plans',
    '/dashboard/enquiries',
    '/dashboard/contact-messages',
    '/dashboard/Personal-Data/',
    '/dashboard/admin-profile',
  ])('shows %s to admins only', (path) => {
    expect(canOpen({ role: 'user' }, path)).toBe(false)
    expect(canOpen(admin, path)).toBe(true)
  })

  it.each([
    '/dashboard/my-leads',
    '/dashboard/Purchased-Leads',
    '/dashboard/%77allet',
    '/dashboard/%70lans/',
    '/dashboard/user-profile',
  ])('shows %s to agents only', (path) => {
    expect(canOpen({ role: 'user' }, path)).toBe(true)
    expect(canOpen(admin, path)).toBe(false)
  })

  it.each([
    '/dashboard',
    '/dashboard/',
    '/Dashboard',
    '/dashboard/invoices',
    '/dashboard/invoices/0198c0de-0000-7000-8000-000000000001',
  ])('shows %s to both roles', (path) => {
    expect(canOpen({ role: 'user' }, path)).toBe(true)
    expect(canOpen(admin, path)).toBe(true)
  })

  it.each([
    '/dashboard/no-such-place',
    '/dashboard//add-leads',
    '/dashboard/users/1',
    '/dashboard/%E0%A4%A',
    '/auth/login',
  ])('denies %s, which the table does not list', (path) => {
    expect(canOpen({ role: 'user' }, path)).toBe(false)
    expect(canOpen(admin, path)).toBe(false)
  })
})
