import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'

interface SettingTextProps<Data> {
  query: UseQueryResult<Data>
  /** What could not be loaded, such as 'The prices could not be loaded.' */
  failed: string
  children: (data: Data) => ReactNode
}

/**
 * The present state of a setting, or its failure with a button to retry. `data-loading` marks one that is loading: the screen
 * shows its rows when all have arrived, so that none moves.
 */
export function SettingText<Data>({ query, failed, children }: SettingTextProps<Data>) {
  const { data, isError, error, isFetching, refetch } = query
  return (
    <>
      {isError && (
        <RefreshFailed
          text={errorWithReason(error, failed)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data !== undefined ? children(data) : !isError && <span data-loading />}
    </>
  )
}
