import { create } from 'zustand'

/**
 * Whether changes arrive by themselves. `away`: they did, or should have, and do not now. The lists are then read again
 * from time to time.
 */
export type LiveStatus = 'starting' | 'live' | 'away'

export const useLiveStatus = create<{ status: LiveStatus }>(() => ({ status: 'starting' }))

export const isLive = () => useLiveStatus.getState().status === 'live'
