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
  IconRosetteDiscountCheck,
  IconSettings,
  IconShoppingBag,
  IconTicket,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'

/**
 * The icons of the sidebar, by the names that `screens.ts` uses. They are in a separate file because the login loads
 * `screens.ts`, and with the icons it exceeds its JavaScript limit.
 */
export const menuIcons = {
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
  kyc: IconRosetteDiscountCheck,
  auditLog: IconHistory,
  settings: IconSettings,
  profile: IconUserCircle,
} as const

export type MenuIcon = keyof typeof menuIcons
