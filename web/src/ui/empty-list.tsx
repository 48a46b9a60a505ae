import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'

interface EmptyListProps {
  /** How many filters are set. */
  list: { count: number; clear: () => void }
  /** Text when no entry matches the filters. */
  noMatch: string
  clearLabel?: string
  /** Text when there are no entries. */
  text: string
  action?: ReactNode
}

/** A list without entries: either none matches the filters, with a button that clears them, or there are none yet. */
export function EmptyList({
  list,
  noMatch,
  clearLabel = 'Clear filters',
  text,
  action,
}: EmptyListProps) {
  if (list.count === 0) return <EmptyState text={text} action={action} />
  return (
    <EmptyState
      text={noMatch}
      action={
        <Button variant="default" onClick={list.clear}>
          {clearLabel}
        </Button>
      }
    />
  )
}
