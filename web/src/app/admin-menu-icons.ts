import {
  IconBookmark,
  IconChecks,
  IconCoinRupee,
  IconFileImport,
  IconHistory,
  IconId,
  IconInbox,
  IconLayoutKanban,
  IconMapPinPlus,
  IconMessages,
  IconPlugConnected,
  IconReceiptRupee,
  IconReplace,
  IconToggleRight,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react'

/**
 * The menu icons that load after the screen, by the names that `screens.ts` uses: those of admins, of saved searches,
 * of the pipeline, of the wallet and of webhooks.
 */
export const adminMenuIcons = {
  newLead: IconMapPinPlus,
  users: IconUsers,
  enquiries: IconInbox,
  sources: IconPlugConnected,
  import: IconFileImport,
  messages: IconMessages,
  transactions: IconReceiptRupee,
  approvals: IconChecks,
  leadCosts: IconCoinRupee,
  replacements: IconReplace,
  kyc: IconId,
  auditLog: IconHistory,
  settings: IconToggleRight,
  searches: IconBookmark,
  pipeline: IconLayoutKanban,
  wallet: IconWallet,
  webhooks: IconWebhook,
} as const
