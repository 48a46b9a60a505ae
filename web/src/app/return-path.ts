import { canOpen, type Viewer } from './screens.ts'

/** The login's address, with the requested screen as the address to return to. */
export function buildLoginPath(requested: { pathname: string; search: string }): string {
  const path = requested.pathname + requested.search
  return addReturnPath('/auth/login', path === '/dashboard' ? null : path)
}

/** Passes the return address from the current URL on to the login or the sign-up. */
export function addReturnPath(path: '/auth/login' | '/auth/signup', next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`
}

/**
 * The address to open after the login: the return address if it is on this site's dashboard and the user may open it,
 * otherwise the dashboard. Any other address could lead to a foreign site.
 * @param next from the URL, so its content is untrusted
 * @param origin of this site, such as 'https://raahi.example'
 */
export function findReturnPath(next: string | null, viewer: Viewer, origin: string): string {
  if (next === null || !next.startsWith('/') || !URL.canParse(next, origin)) return '/dashboard'
  const url = new URL(next, origin)
  const isDashboard = url.origin === origin && /^\/dashboard(\/|$)/.test(url.pathname)
  return isDashboard && canOpen(viewer, url.pathname) ? url.pathname + url.search : '/dashboard'
}
