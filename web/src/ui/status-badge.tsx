import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPointFilled,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

const icons = {
  success: IconCircleCheck,
  warning: IconClock,
  notice: IconAlertTriangle,
  danger: IconCircleX,
  neutral: IconPointFilled,
} as const

/** success green, warning yellow, notice orange, danger red, neutral sand. */
export type StatusTone = keyof typeof icons

/** A state as a word with an icon, so that colour is never the only sign. */
export function StatusBadge({
  tone,
  icon,
  children,
}: {
  tone: StatusTone
  /** Replaces the tone's icon. */
  icon?: Icon | undefined
  children: ReactNode
}) {
  const Shown = icon ?? icons[tone]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Shown size={16} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
