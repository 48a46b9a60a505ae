import type { ComponentType } from 'react'
import { lazyWithFallback } from '../lib/lazy-with-fallback.ts'
import type { MenuCount } from './screens.ts'

const loadFigures = () => import('../features/waiting/waiting-figure.tsx')

/** The counts of an admin's menu. In a separate script: the first screens of all users list the scripts that this one needs. */
export const menuCounts: Record<MenuCount, ComponentType> = {
  waitingEnquiries: lazyWithFallback<object>(() =>
    loadFigures().then(({ WaitingEnquiries }) => ({ default: WaitingEnquiries })),
  ),
  waitingMessages: lazyWithFallback<object>(() =>
    loadFigures().then(({ WaitingMessages }) => ({ default: WaitingMessages })),
  ),
}
