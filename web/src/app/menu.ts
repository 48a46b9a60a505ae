import type { User } from '@raahi/contract/users'
import type { ComponentType } from 'react'
import { lazyWithFallback } from '../lib/lazy-with-fallback.ts'
import type { MenuItem } from '../ui/dashboard-frame.tsx'
import { menuIcon } from './menu-icons.ts'
import { type MenuCount, mayOpen, screens } from './screens.ts'

// The counts load after the screen. If their script does not load, the menu is shown without them.
const loadCount = (name: Exclude<MenuCount, 'dueFollowUps'>) =>
  lazyWithFallback<object>(() =>
    import('./menu-counts.ts').then(({ menuCounts }) => ({ default: menuCounts[name] })),
  )
const counts: Record<MenuCount, ComponentType> = {
  // In a separate script, because an agent does not need those of an admin.
  dueFollowUps: lazyWithFallback(() => import('../features/pipeline/due-figure.tsx')),
  waitingEnquiries: loadCount('waitingEnquiries'),
  waitingMessages: loadCount('waitingMessages'),
}

/** The sidebar entries of a user: the screens that the user may open. */
export function buildMenu(user: Pick<User, 'role' | 'rights'>): MenuItem[] {
  return screens
    .filter((screen) => mayOpen(user, screen))
    .flatMap(({ path, menu }) =>
      menu
        ? {
            to: path,
            label: menu.label,
            icon: menuIcon(menu.icon),
            ...(path === '/dashboard' && { end: true }),
            ...(menu.count && { count: counts[menu.count] }),
          }
        : [],
    )
}
