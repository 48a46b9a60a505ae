import type { ComponentType } from 'react'
import { WaitingEnquiries, WaitingMessages } from '../features/waiting/waiting-figure.tsx'
import type { MenuCount } from './screens.ts'

/**
 * The counts of an admin's menu. They are in a separate file, because the first screens of all users would otherwise
 * list the scripts that they need. The components are not lazy, because React does not render a lazy component that
 * resolves to another lazy one.
 */
export const menuCounts: Record<Exclude<MenuCount, 'dueFollowUps'>, ComponentType> = {
  waitingEnquiries: WaitingEnquiries,
  waitingMessages: WaitingMessages,
}
