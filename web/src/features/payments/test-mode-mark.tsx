import { IconFlask } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { isTestMode } from './checkout-provider.ts'

/** Says that no real money moves, wherever one pays while that is so. */
export function TestModeMark({ orderKey = null }: { orderKey?: string | null }) {
  if (!isTestMode(orderKey)) return null
  return (
    <StatusBadge tone="notice" icon={IconFlask}>
      Test mode: no real money moves
    </StatusBadge>
  )
}
