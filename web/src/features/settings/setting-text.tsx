import { Skeleton } from '@mantine/core'
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

/** The present state of a setting, while it loads, and after a failure with a button to retry. */
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
      {data !== undefined
        ? children(data)
        : !isError && <Skeleton height="1em" my="0.25em" width="60%" aria-hidden />}
    </>
  )
}
