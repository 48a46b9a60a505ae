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
import { mayOpen, type Place } from '../features/auth/roles.ts'
import type { MenuItem } from '../ui/dashboard-frame.tsx'

/** Figures are fetched behind the screen, by whom their entry is for; where that fails, the menu stands without them. */
const none: { default: ComponentType } = { default: () => null }
const WaitingEnquiries = lazy(() =>
  import('../features/enquiries/admin/waiting-figure.tsx').then(
    (figures) => ({ default: figures.WaitingEnquiries }),
    () => none,
  ),
)
const WaitingMessages = lazy(() =>
  import('../features/enquiries/admin/waiting-figure.tsx').then(
    (figures) => ({ default: figures.WaitingMessages }),
    () => none,
  ),
)

/** The sidebar's entries in their order. A screen that is reached from another one has none. */
const entries: readonly (MenuItem & { to: Place })[] = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard, end: true },
  { to: '/dashboard/my-leads', label: 'My Leads', icon: IconListSearch },
  { to: '/dashboard/plans', label: 'Plans', icon: IconTicket },
  { to: '/dashboard/purchased-leads', label: 'Purchased Leads', icon: IconShoppingBag },
  { to: '/dashboard/users', label: 'Users', icon: IconUsers },
  { to: '/dashboard/add-leads', label: 'Add Leads', icon: IconMapPinPlus },
  { to: '/dashboard/add-new-plans', label: 'Add New Plans', icon: IconTicket },
  {
    to: '/dashboard/enquiries',
    label: 'Enquiries',
    icon: IconInbox,
    figure: WaitingEnquiries,
  },
  {
    to: '/dashboard/contact-messages',
    label: 'Messages',
    icon: IconMessages,
    figure: WaitingMessages,
  },
  { to: '/dashboard/transactions', label: 'Transactions', icon: IconReceiptRupee },
  { to: '/dashboard/invoices', label: 'Invoices', icon: IconFileInvoice },
  { to: '/dashboard/lead-cost', label: 'Lead Cost', icon: IconCoinRupee },
  { to: '/dashboard/replacements', label: 'Replacements', icon: IconReplace },
  { to: '/dashboard/audit-log', label: 'Audit Log', icon: IconHistory },
  { to: '/dashboard/user-profile', label: 'Profile', icon: IconUserCircle },
  { to: '/dashboard/admin-profile', label: 'Profile', icon: IconUserCircle },
]

/** The sidebar of a role: what it may open. */
export function menuOf(role: Role): MenuItem[] {
  return entries.filter((entry) => mayOpen(role, entry.to))
}
