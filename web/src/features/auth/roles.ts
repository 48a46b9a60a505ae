import type { Role } from '@raahi/contract/users'

/** Who may open each screen behind the login. */
const rolesOfPlaces = {
  '/dashboard': ['admin', 'user'],
  '/dashboard/my-leads': ['user'],
  '/dashboard/plans': ['user'],
  '/dashboard/purchased-leads': ['user'],
  '/dashboard/wallet': ['user'],
  '/dashboard/invoices': ['admin', 'user'],
  '/dashboard/user-profile': ['user'],
  '/dashboard/users': ['admin'],
  '/dashboard/add-leads': ['admin'],
  '/dashboard/add-new-plans': ['admin'],
  '/dashboard/transactions': ['admin'],
  '/dashboard/enquiries': ['admin'],
  '/dashboard/contact-messages': ['admin'],
  '/dashboard/personal-data': ['admin'],
  '/dashboard/lead-cost': ['admin'],
  '/dashboard/replacements': ['admin'],
  '/dashboard/admin-profile': ['admin'],
  '/dashboard/audit-log': ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Place = keyof typeof rolesOfPlaces

/** Where a role finds its own profile. */
export function profileOf(role: Role): Place {
  return role === 'admin' ? '/dashboard/admin-profile' : '/dashboard/user-profile'
}

/**
 * Whether a role may open a path, however it is written: the router compares it decoded and without
 * regard to case. A path that leads nowhere is open to all: it is simply not found.
 */
export function mayOpen(role: Role, pathname: string): boolean {
  const path = plainPath(pathname)
  if (path === null) return false
  const roles: readonly Role[] | undefined = Object.hasOwn(rolesOfPlaces, path)
    ? rolesOfPlaces[path as Place]
    : undefined
  return roles === undefined || roles.includes(role)
}

/** A path as `rolesOfPlaces` writes it; null where it cannot be decoded. */
function plainPath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
      .toLowerCase()
      .replace(/\/{2,}/g, '/')
      .replace(/\/$/, '')
  } catch {
    return null
  }
}
