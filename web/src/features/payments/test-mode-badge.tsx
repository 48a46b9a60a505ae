import { IconFlask } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { isTestMode } from './checkout-provider.ts'

/** Shows that no real money moves, wherever an agent pays. */
export function TestModeBadge({ orderKey = null }: { orderKey?: string | null }) {
  if (!isTestMode(orderKey)) return null
  return (
    <StatusBadge tone="notice" icon={IconFlask}>
      Test mode: no real money moves
    </StatusBadge>
  )
}
