import type { Role } from '@raahi/contract/users'
import {
  IconCoinRupee,
  IconLayoutDashboard,
  IconListSearch,
  IconMapPinPlus,
  IconShoppingBag,
} from '@tabler/icons-react'
import type { MenuItem } from '../../ui/dashboard-frame.tsx'

/** A screen behind the login: who may open it and how the menu names it. */
interface Place {
  path: `/dashboard${string}`
  roles: readonly Role[]
  /** Absent: the screen is reached from another one. */
  menu?: Pick<MenuItem, 'label' | 'icon' | 'end'>
}

/** Every screen behind the login. A place that is not listed here is nobody's. */
const places: readonly Place[] = [
  {
    path: '/dashboard',
    roles: ['admin', 'user'],
    menu: { label: 'Dashboard', icon: IconLayoutDashboard, end: true },
  },
  {
    path: '/dashboard/my-leads',
    roles: ['user'],
    menu: { label: 'My Leads', icon: IconListSearch },
  },
  {
    path: '/dashboard/purchased-leads',
    roles: ['user'],
    menu: { label: 'Purchased Leads', icon: IconShoppingBag },
  },
  { path: '/dashboard/wallet', roles: ['user'] },
  {
    path: '/dashboard/add-leads',
    roles: ['admin'],
    menu: { label: 'Add Leads', icon: IconMapPinPlus },
  },
  {
    path: '/dashboard/lead-cost',
    roles: ['admin'],
    menu: { label: 'Lead Cost', icon: IconCoinRupee },
  },
]

/** The sidebar of a role. */
export function menuOf(role: Role): MenuItem[] {
  return places
    .filter((place) => place.roles.includes(role))
    .flatMap(({ path, menu }) => (menu ? [{ ...menu, to: path }] : []))
}

/** Whether a role may open a path. A path that leads nowhere is open to all: it is simply not found. */
export function mayOpen(role: Role, pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '')
  const place = places.find((candidate) => candidate.path === path)
  return place === undefined || place.roles.includes(role)
}

/** Address of the login that remembers where somebody wanted to go. */
export function loginAddress(wanted: { pathname: string; search: string }): string {
  const place = wanted.pathname + wanted.search
  return place === '/dashboard'
    ? '/auth/login'
    : `/auth/login?${new URLSearchParams({ next: place })}`
}

/**
 * Where to go after signing in: the remembered place where it lies behind our own login and the role
 * may open it, else the dashboard. Anything else could lead to a foreign site.
 * @param next as found in the address: whoever made the link wrote it
 */
export function placeAfterLogin(next: string | null, role: Role): string {
  if (next === null || !next.startsWith('/') || !URL.canParse(next, window.location.origin)) {
    return '/dashboard'
  }
  const url = new URL(next, window.location.origin)
  const isOurs = url.origin === window.location.origin && /^\/dashboard(\/|$)/.test(url.pathname)
  return isOurs && mayOpen(role, url.pathname) ? url.pathname + url.search : '/dashboard'
}
