import { describe, expect, it } from 'vitest'
import { mayOpen } from './roles.ts'

describe('who may open a place', () => {
  it.each([
    '/dashboard/add-leads',
    '/dashboard/add-leads/',
    '/dashboard/Add-Leads',
    '/DASHBOARD/LEAD-COST',
    '/dashboard/%61dd-leads',
    '/dashboard/%41dd-leads//',
    '/dashboard//add-leads',
    '/dashboard/users',
    '/dashboard/Add-New-Plans',
    '/dashboard/enquiries',
    '/dashboard/contact-messages',
    '/dashboard/Personal-Data/',
    '/dashboard/admin-profile',
  ])('an admin, and no agent: %s', (path) => {
    expect(mayOpen('user', path)).toBe(false)
    expect(mayOpen('admin', path)).toBe(true)
  })

  it.each([
    '/dashboard/my-leads',
    '/dashboard/Purchased-Leads',
    '/dashboard/%77allet',
    '/dashboard/%70lans/',
    '/dashboard/user-profile',
  ])('an agent, and no admin: %s', (path) => {
    expect(mayOpen('user', path)).toBe(true)
    expect(mayOpen('admin', path)).toBe(false)
  })

  it.each([
    '/dashboard',
    '/dashboard/',
    '/Dashboard',
    '/dashboard/invoices',
    '/dashboard/no-such-place',
  ])('everybody: %s', (path) => {
    expect(mayOpen('user', path)).toBe(true)
    expect(mayOpen('admin', path)).toBe(true)
  })

  it('nobody, where the address cannot be decoded', () => {
    expect(mayOpen('user', '/dashboard/%E0%A4%A')).toBe(false)
    expect(mayOpen('admin', '/dashboard/%E0%A4%A')).toBe(false)
  })
})
