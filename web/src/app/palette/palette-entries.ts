import { mayOneOf, type StaffRight } from '@raahi/contract/staff-rights'
import { canOpen, isOpenTo, screens, type Viewer } from '../screens.ts'

export const paletteGroups = [
  'Screens',
  'Actions',
  'People',
  'Leads',
  'Enquiries',
  'Transactions',
] as const
export type PaletteGroup = (typeof paletteGroups)[number]

/** A line of the palette. It opens an address, some with an action of the screen there. */
export interface PaletteEntry {
  key: string
  group: PaletteGroup
  label: string
  detail?: string
  to?: string
  action?: string
}

/**
 * The actions of the screens: `action` is what the screen runs, see `useAddressAction`; `needs` is the right of an admin that the
 * screen alone does not require.
 */
const actions: readonly { label: string; to: string; action?: string; needs?: StaffRight }[] = [
  { label: 'Add New User', to: '/dashboard/users', action: 'add', needs: 'agents' },
  { label: 'Add New Travel Lead', to: '/dashboard/add-leads', action: 'add' },
  { label: 'Add New Plan', to: '/dashboard/add-new-plans', action: 'add' },
  { label: 'Set Leads Cost', to: '/dashboard/add-new-plans', action: 'cost' },
  { label: 'Decide enquiries', to: '/dashboard/enquiries?status=new', needs: 'leads' },
  { label: 'Decide replacement requests', to: '/dashboard/replacements' },
  { label: 'Find missing credit', to: '/dashboard/transactions' },
  { label: 'Add money', to: '/dashboard/wallet', action: 'add' },
  { label: 'Buy a lead', to: '/dashboard/my-leads?status=buy' },
  { label: 'Buy a plan', to: '/dashboard/plans' },
]

/** Logs out; the palette runs it. */
export const logoutEntry: PaletteEntry = { key: 'logout', group: 'Actions', label: 'Logout' }

/** The screens and actions of a user. Addresses with parameters are opened from a record. */
export function fixedEntries(viewer: Viewer): PaletteEntry[] {
  const ofScreens = screens
    .filter((screen) => isOpenTo(viewer, screen) && !screen.path.includes(':'))
    .map(({ path, title, menu }) => ({
      key: path,
      group: 'Screens' as const,
      label: menu?.label ?? title,
      ...(menu && menu.label !== title && { detail: title }),
      to: path,
    }))
  const ofActions = actions
    .filter(({ to, needs }) => canOpen(viewer, to) && (!needs || mayOneOf(viewer, needs)))
    .map(({ needs: _, ...one }) => ({
      key: `action ${one.label}`,
      group: 'Actions' as const,
      ...one,
    }))
  return [...ofScreens, ...ofActions, logoutEntry]
}

/** The entries whose label or detail contains every word of the text. */
export function matchEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ label, detail = '' }) => {
    const searched = `${label} ${detail}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
