import type { Role } from '@raahi/contract/users'
import { mayOpen } from './screens.ts'

/** Address of the login that remembers where somebody wanted to go. */
export function loginAddress(wanted: { pathname: string; search: string }): string {
  const place = wanted.pathname + wanted.search
  return withNext('/auth/login', place === '/dashboard' ? null : place)
}

/** Carries the remembered place, as found in the address, on to the login or the sign-up. */
export function withNext(path: '/auth/login' | '/auth/signup', next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`
}

/**
 * Where to go after signing in: the remembered place where it lies behind our own login and the role
 * may open it, else the dashboard. Anything else could lead to a foreign site.
 * @param next as found in the address: whoever made the link wrote it
 * @param origin of this site, such as 'https://raahi.example'
 */
export function placeAfterLogin(next: string | null, role: Role, origin: string): string {
  if (next === null || !next.startsWith('/') || !URL.canParse(next, origin)) return '/dashboard'
  const url = new URL(next, origin)
  const isOurs = url.origin === origin && /^\/dashboard(\/|$)/.test(url.pathname)
  return isOurs && mayOpen(role, url.pathname) ? url.pathname + url.search : '/dashboard'
}
