import type { Role } from '@raahi/contract/users'
import {
  IconCoinRupee,
  IconFileInvoice,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListSearch,
  IconMapPinPlus,
  IconMessages,
  IconReceiptRupee,
  IconReplace,
  IconShoppingBag,
  IconTicket,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import type { MenuItem } from '../ui/dashboard-frame.tsx'
import { type MenuCount, type MenuIcon, screens } from './screens.ts'

const icons: Record<MenuIcon, MenuItem['icon']> = {
  dashboard: IconLayoutDashboard,
  leads: IconListSearch,
  newLead: IconMapPinPlus,
  plans: IconTicket,
  purchases: IconShoppingBag,
  users: IconUsers,
  enquiries: IconInbox,
  messages: IconMessages,
  transactions: IconReceiptRupee,
  invoices: IconFileInvoice,
  leadCosts: IconCoinRupee,
  replacements: IconReplace,
  auditLog: IconHistory,
  profile: IconUserCircle,
}

// The counts load after the screen. If their script does not load, the menu is shown without them.
const emptyCount: { default: ComponentType } = { default: () => null }
const loadCounts = () => import('../features/waiting/waiting-figure.tsx')
const counts: Record<MenuCount, ComponentType> = {
  waitingEnquiries: lazy(() =>
    loadCounts().then(
      ({ WaitingEnquiries }) => ({ default: WaitingEnquiries }),
      () => emptyCount,
    ),
  ),
  waitingMessages: lazy(() =>
    loadCounts().then(
      ({ WaitingMessages }) => ({ default: WaitingMessages }),
      () => emptyCount,
    ),
  ),
}

/** The sidebar entries of a role: the screens that the role may open. */
export function buildMenu(role: Role): MenuItem[] {
  return screens.flatMap(({ path, roles, menu }) =>
    menu && roles.includes(role)
      ? {
          to: path,
          label: menu.label,
          icon: icons[menu.icon],
          ...(path === '/dashboard' && { end: true }),
          ...(menu.count && { count: counts[menu.count] }),
        }
      : [],
  )
}
