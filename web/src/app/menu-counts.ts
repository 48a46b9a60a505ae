import type { ComponentType } from 'react'
import { WaitingEnquiries, WaitingMessages } from '../features/waiting/waiting-figure.tsx'
import type { MenuCount } from './screens.ts'

/**
 * The counts of an admin's menu. In a separate script: the first screens of all users list the scripts that this one needs. They are
 * not lazy themselves, because React draws no lazy component that resolves to another one.
 */
export const menuCounts: Record<MenuCount, ComponentType> = {
  waitingEnquiries: WaitingEnquiries,
  waitingMessages: WaitingMessages,
}
