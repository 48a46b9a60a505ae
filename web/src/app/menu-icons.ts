import {
  IconFileInvoice,
  IconLayoutDashboard,
  IconListSearch,
  IconShoppingBag,
  IconTicket,
  IconUserCircle,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { lazyWithFallback } from '../lib/lazy-with-fallback.ts'
import type { adminMenuIcons } from './admin-menu-icons.ts'

/**
 * The icons of entries that agents have, by the names that `screens.ts` uses. They are in a separate file because the
 * login loads `screens.ts`, and with the icons it exceeds its JavaScript limit.
 */
const agentMenuIcons = {
  dashboard: IconLayoutDashboard,
  leads: IconListSearch,
  plans: IconTicket,
  purchases: IconShoppingBag,
  invoices: IconFileInvoice,
  profile: IconUserCircle,
} as const

type AgentIcon = keyof typeof agentMenuIcons
type AdminIcon = keyof typeof adminMenuIcons
export type MenuIcon = AgentIcon | AdminIcon

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>

const loadedIcons = new Map<AdminIcon, Icon>()

/**
 * The icon of an entry. The icons of `admin-menu-icons.ts` load after the screen, so that the screen is drawn earlier.
 */
export function menuIcon(name: MenuIcon): Icon {
  if (isAgentIcon(name)) return agentMenuIcons[name]
  const icon = loadedIcons.get(name) ?? loadIcon(name)
  loadedIcons.set(name, icon)
  return icon
}

/** If the script does not load, the menu is shown without these icons. */
function loadIcon(name: AdminIcon): Icon {
  return lazyWithFallback(() =>
    import('./admin-menu-icons.ts').then(({ adminMenuIcons }) => ({
      default: adminMenuIcons[name] as Icon,
    })),
  )
}

function isAgentIcon(name: MenuIcon): name is AgentIcon {
  return name in agentMenuIcons
}
