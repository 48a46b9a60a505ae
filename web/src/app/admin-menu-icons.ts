import {
  IconBookmark,
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

/** The icons that load after the screen, by the names that `screens.ts` uses: of admins, and of the saved searches. */
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
  searches: IconBookmark,
} as const
