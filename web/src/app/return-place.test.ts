import { describe, expect, it } from 'vitest'
import { loginAddress, placeAfterLogin, withNext } from './return-place.ts'

const origin = 'https://raahi.example'

describe('the return address', () => {
  it('keeps its query', () => {
    const wanted = { pathname: '/dashboard/my-leads', search: '?leadType=domestic&page=2' }
    const next = new URLSearchParams(loginAddress(wanted).split('?')[1]).get('next')
    expect(placeAfterLogin(next, 'user', origin)).toBe(
      '/dashboard/my-leads?leadType=domestic&page=2',
    )
  })

  it('survives the sign-up', () => {
    const place = '/dashboard/my-leads?leadType=domestic&page=2'
    const address = withNext('/auth/signup', place)
    expect(new URLSearchParams(address.split('?')[1]).get('next')).toBe(place)
    expect(withNext('/auth/signup', null)).toBe('/auth/signup')
  })

  it('is omitted for the dashboard', () => {
    expect(loginAddress({ pathname: '/dashboard', search: '' })).toBe('/auth/login')
    expect(placeAfterLogin(null, 'user', origin)).toBe('/dashboard')
  })

  it('is ignored if the role may not open it', () => {
    expect(placeAfterLogin('/dashboard/lead-cost', 'user', origin)).toBe('/dashboard')
    expect(placeAfterLogin('/dashboard/lead-cost', 'admin', origin)).toBe('/dashboard/lead-cost')
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
    expect(placeAfterLogin(next, 'user', origin)).toBe('/dashboard')
  })
})
