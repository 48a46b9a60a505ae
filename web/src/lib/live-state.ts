import { create } from 'zustand'

/**
 * Whether live changes arrive. `away`: the stream is interrupted or could not start. The lists are then refetched at an
 * interval.
 */
export type LiveStatus = 'starting' | 'live' | 'away'

export const useLiveStatus = create<{ status: LiveStatus }>(() => ({ status: 'starting' }))

export const isLive = () => useLiveStatus.getState().status === 'live'
