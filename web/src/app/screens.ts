import { type AgentRole, hasRightsOf } from '@raahi/contract/agency-roles'
import { mayOneOf, type StaffRight } from '@raahi/contract/staff-rights'
import type { Role } from '@raahi/contract/users'
import { matchRoutes } from 'react-router'
import type { MenuIcon } from './menu-icons.ts'

/** A screen behind the login. */
export interface Screen {
  /** The path pattern of the router. */
  path: `/dashboard${string}`
  /** The module that renders the screen, from `web/src`. */
  page: `pages/${string}.tsx`
  roles: readonly Role[]
  /** The lowest role of an agency's member that may open the screen. Absent: only the owner may. */
  lowestRole?: Exclude<AgentRole, 'owner'>
  /** An admin needs one of these rights. Absent: every admin may open it. */
  rights?: readonly StaffRight[]
  /** The title of the browser tab. */
  title: string
  /** The entry in the sidebar. A screen without one is opened from another screen. */
  menu?: { label: string; icon: MenuIcon; count?: MenuCount }
}

/** The count beside an entry's label. */
export type MenuCount = 'dueFollowUps' | 'waitingEnquiries' | 'waitingMessages'

/**
 * Every screen behind the login, in the order of the sidebar. A path that is not listed here is not shown to any
 * role.
 */
export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    page: 'pages/dashboard-home.tsx',
    roles: ['admin', 'user'],
    lowestRole: 'caller',
    title: 'Dashboard',
    menu: { label: 'Dashboard', icon: 'dashboard' },
  },
  {
    path: '/dashboard/my-leads',
    page: 'pages/agent/my-leads.tsx',
    roles: ['user'],
    lowestRole: 'buyer',
    title: 'All Travel Leads',
    menu: { label: 'My Leads', icon: 'leads' },
  },
  {
    path: '/dashboard/saved-searches',
    page: 'pages/agent/saved-searches.tsx',
    roles: ['user'],
    lowestRole: 'buyer',
    title: 'Saved Searches',
    menu: { label: 'Saved Searches', icon: 'searches' },
  },
  {
    path: '/dashboard/plans',
    page: 'pages/agent/plans.tsx',
    roles: ['user'],
    title: 'Plans',
    menu: { label: 'Plans', icon: 'plans' },
  },
  {
    path: '/dashboard/purchased-leads',
    page: 'pages/agent/purchased-leads.tsx',
    roles: ['user'],
    lowestRole: 'caller',
    title: 'My Purchased Leads',
    menu: { label: 'Purchased Leads', icon: 'purchases' },
  },
  {
    path: '/dashboard/pipeline',
    page: 'pages/agent/pipeline.tsx',
    roles: ['user'],
    lowestRole: 'caller',
    title: 'Pipeline',
    menu: { label: 'Pipeline', icon: 'pipeline', count: 'dueFollowUps' },
  },
  {
    path: '/dashboard/quotes/:id',
    page: 'pages/agent/quote.tsx',
    roles: ['user'],
    lowestRole: 'caller',
    title: 'Quote',
  },
  {
    path: '/dashboard/wallet',
    page: 'pages/agent/wallet.tsx',
    roles: ['user'],
    title: 'Wallet Statement',
    menu: { label: 'Wallet', icon: 'wallet' },
  },
  {
    path: '/dashboard/users',
    page: 'pages/admin/users.tsx',
    roles: ['admin'],
    rights: ['agents', 'money', 'support'],
    title: 'Users',
    menu: { label: 'Users', icon: 'users' },
  },
  {
    path: '/dashboard/add-leads',
    page: 'pages/admin/add-leads.tsx',
    roles: ['admin'],
    rights: ['leads'],
    title: 'Add Leads',
    menu: { label: 'Add Leads', icon: 'newLead' },
  },
  {
    path: '/dashboard/add-new-plans',
    page: 'pages/admin/add-new-plans.tsx',
    roles: ['admin'],
    rights: ['money'],
    title: 'Plan Management',
    menu: { label: 'Add New Plans', icon: 'plans' },
  },
  {
    path: '/dashboard/enquiries',
    page: 'pages/admin/enquiries.tsx',
    roles: ['admin'],
    rights: ['leads', 'support'],
    title: 'Enquiries',
    menu: { label: 'Enquiries', icon: 'enquiries', count: 'waitingEnquiries' },
  },
  {
    path: '/dashboard/sources',
    page: 'pages/admin/sources.tsx',
    roles: ['admin'],
    rights: ['leads'],
    title: 'Sources',
    menu: { label: 'Sources', icon: 'sources' },
  },
  {
    path: '/dashboard/sources/:id',
    page: 'pages/admin/source.tsx',
    roles: ['admin'],
    rights: ['leads'],
    title: 'Source',
  },
  {
    path: '/dashboard/import',
    page: 'pages/admin/imports.tsx',
    roles: ['admin'],
    rights: ['leads'],
    title: 'Import',
    menu: { label: 'Import', icon: 'import' },
  },
  {
    path: '/dashboard/import/:id',
    page: 'pages/admin/import.tsx',
    roles: ['admin'],
    rights: ['leads'],
    title: 'Import of a file',
  },
  {
    path: '/dashboard/contact-messages',
    page: 'pages/admin/contact-messages.tsx',
    roles: ['admin'],
    rights: ['support'],
    title: 'Contact Messages',
    menu: { label: 'Messages', icon: 'messages', count: 'waitingMessages' },
  },
  {
    path: '/dashboard/personal-data',
    page: 'pages/admin/personal-data.tsx',
    roles: ['admin'],
    rights: ['support'],
    title: 'Personal Data',
  },
  {
    path: '/dashboard/transactions',
    page: 'pages/admin/transactions.tsx',
    roles: ['admin'],
    rights: ['money', 'support'],
    title: 'All Transactions',
    menu: { label: 'Transactions', icon: 'transactions' },
  },
  {
    path: '/dashboard/approvals',
    page: 'pages/admin/approvals.tsx',
    roles: ['admin'],
    rights: ['agents', 'money', 'support'],
    title: 'Approvals',
    menu: { label: 'Approvals', icon: 'approvals' },
  },
  {
    path: '/dashboard/invoices',
    page: 'pages/invoices.tsx',
    roles: ['admin', 'user'],
    rights: ['money'],
    title: 'Invoices',
    menu: { label: 'Invoices', icon: 'invoices' },
  },
  {
    path: '/dashboard/invoices/:id',
    page: 'pages/invoice.tsx',
    roles: ['admin', 'user'],
    rights: ['money'],
    title: 'Invoice',
  },
  {
    path: '/dashboard/lead-cost',
    page: 'pages/admin/lead-cost.tsx',
    roles: ['admin'],
    rights: ['money'],
    title: 'Lead Cost Management',
    menu: { label: 'Lead Cost', icon: 'leadCosts' },
  },
  {
    path: '/dashboard/replacements',
    page: 'pages/admin/replacements.tsx',
    roles: ['admin'],
    rights: ['support'],
    title: 'Replacements',
    menu: { label: 'Replacements', icon: 'replacements' },
  },
  {
    path: '/dashboard/kyc',
    page: 'pages/admin/kyc.tsx',
    roles: ['admin'],
    rights: ['agents'],
    title: 'KYC',
    menu: { label: 'KYC', icon: 'kyc' },
  },
  {
    path: '/dashboard/failed-jobs',
    page: 'pages/admin/failed-jobs.tsx',
    roles: ['admin'],
    rights: ['settings'],
    title: 'Failed Jobs',
  },
  {
    path: '/dashboard/audit-log',
    page: 'pages/admin/audit-log.tsx',
    roles: ['admin'],
    rights: ['settings'],
    title: 'Audit Log',
    menu: { label: 'Audit Log', icon: 'auditLog' },
  },
  {
    path: '/dashboard/settings',
    page: 'pages/admin/settings.tsx',
    roles: ['admin'],
    rights: ['settings'],
    title: 'Settings',
    menu: { label: 'Settings', icon: 'settings' },
  },
  {
    path: '/dashboard/staff',
    page: 'pages/admin/staff.tsx',
    roles: ['admin'],
    rights: ['settings'],
    title: 'Staff',
  },
  {
    path: '/dashboard/return-policy',
    page: 'pages/admin/return-policy.tsx',
    roles: ['admin'],
    rights: ['settings'],
    title: 'Return Policy',
  },
  {
    path: '/dashboard/return-odds',
    page: 'pages/admin/return-odds.tsx',
    roles: ['admin'],
    rights: ['settings'],
    title: 'Return Odds',
  },
  {
    path: '/dashboard/members',
    page: 'pages/agent/members.tsx',
    roles: ['user'],
    title: 'Members',
    menu: { label: 'Members', icon: 'users' },
  },
  {
    path: '/dashboard/webhooks',
    page: 'pages/webhooks.tsx',
    roles: ['admin', 'user'],
    rights: ['settings'],
    title: 'Webhooks',
    menu: { label: 'Webhooks', icon: 'webhooks' },
  },
  {
    path: '/dashboard/keys',
    page: 'pages/agent/keys.tsx',
    roles: ['user'],
    title: 'API Keys',
    menu: { label: 'API Keys', icon: 'keys' },
  },
  {
    path: '/dashboard/user-profile',
    page: 'pages/agent/user-profile.tsx',
    roles: ['user'],
    lowestRole: 'caller',
    title: 'User Profile',
    menu: { label: 'Profile', icon: 'profile' },
  },
  {
    path: '/dashboard/admin-profile',
    page: 'pages/admin/admin-profile.tsx',
    roles: ['admin'],
    title: 'Admin Profile',
    menu: { label: 'Profile', icon: 'profile' },
  },
]

const routes = screens.map((screen) => ({ path: screen.path, handle: screen }))

/**
 * The screen that the router shows at an address.
 * @param pathname as in the address bar: of any case, encoded or not
 * @returns undefined if no screen matches
 */
export function findScreen(pathname: string): Screen | undefined {
  return matchRoutes(routes, pathname)?.[0]?.route.handle
}

/** What decides which screens a user may open. Without `agency`, an agent is the owner. */
export interface Viewer {
  role: Role
  agency?: { role: AgentRole } | undefined
  rights?: readonly StaffRight[] | undefined
}

/** Whether a user may open a screen. */
export function isOpenTo(viewer: Viewer, { roles, lowestRole, rights }: Screen): boolean {
  if (!roles.includes(viewer.role)) return false
  if (viewer.role === 'admin') return !rights || mayOneOf(viewer, ...rights)
  return hasRightsOf(viewer.agency?.role ?? 'owner', lowestRole ?? 'owner')
}

/** Whether a user may open an address, with or without parameters. Unlisted addresses are denied. */
export function canOpen(viewer: Viewer, address: string): boolean {
  const screen = findScreen(address.split('?')[0] ?? address)
  return screen !== undefined && isOpenTo(viewer, screen)
}

/** The screen on which a role edits its profile. */
export function profilePath(role: Role): Screen['path'] {
  return role === 'admin' ? '/dashboard/admin-profile' : '/dashboard/user-profile'
}
