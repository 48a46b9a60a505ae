import { staffRights } from '@raahi/contract/staff-rights'
import { describe, expect, it } from 'vitest'
import { addReturnPath, buildLoginPath, findReturnPath } from './return-path.ts'

const admin = { role: 'admin', rights: staffRights } as const
const origin = 'https://raahi.example'

describe('the return address', () => {
  it('keeps its query', () => {
    const requested = { pathname: '/dashboard/my-leads', search: '?leadType=domestic&page=2' }
    const next = new URLSearchParams(buildLoginPath(requested).split('?')[1]).get('next')
    expect(findReturnPath(next, { role: 'user' }, origin)).toBe(
      '/dashboard/my-leads?leadType=domestic&page=2',
    )
  })

  it('survives the sign-up', () => {
    const path = '/dashboard/my-leads?leadType=domestic&page=2'
    const address = addReturnPath('/auth/signup', path)
    expect(new URLSearchParams(address.split('?')[1]).get('next')).toBe(path)
    expect(addReturnPath('/auth/signup', null)).toBe('/auth/signup')
  })

  it('is omitted for the dashboard', () => {
    expect(buildLoginPath({ pathname: '/dashboard', search: '' })).toBe('/auth/login')
    expect(findReturnPath(null, { role: 'user' }, origin)).toBe('/dashboard')
  })

  it('is ignored if the role may not open it', () => {
    expect(findReturnPath('/dashboard/lead-cost', { role: 'user' }, origin)).toBe('/dashboard')
    expect(findReturnPath('/dashboard/lead-cost', admin, origin)).toBe('/dashboard/lead-cost')
  })

  it.each([
    'https://evil.example/dashboard',
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    '/\t/evil.example/dashboard',
    'javascript:alert(1)',
    '/dashboard/../auth/login',
    '/dashboardish',
    '/',
    '',
    'dashboard',
    '/auth/login?next=/dashboard',
  ])('never leads to another site or outside the dashboard: %s', (next) => {
    expect(findReturnPath(next, { role: 'user' }, origin)).toBe('/dashboard')
  })
})
