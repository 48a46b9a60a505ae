import {
  IconCoinRupee,
  IconHistory,
  IconId,
  IconInbox,
  IconMapPinPlus,
  IconMessages,
  IconReceiptRupee,
  IconReplace,
  IconToggleRight,
  IconUsers,
} from '@tabler/icons-react'

/** The icons of entries that only admins have, by the names that `screens.ts` uses. */
export const adminMenuIcons = {
  newLead: IconMapPinPlus,
  users: IconUsers,
  enquiries: IconInbox,
  messages: IconMessages,
  transactions: IconReceiptRupee,
  leadCosts: IconCoinRupee,
  replacements: IconReplace,
  kyc: IconId,
  auditLog: IconHistory,
  settings: IconToggleRight,
} as const
