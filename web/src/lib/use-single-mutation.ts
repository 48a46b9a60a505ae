import {
  type DefaultError,
  type MutateOptions,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { refetch } from './refetch.ts'

export interface SingleMutationOptions<Data, Variables> {
  mutationFn: (variables: Variables) => Promise<Data>
  /**
   * Keys of the queries that are refetched afterwards, also after a failure, because others may have changed the data.
   */
  refreshes?: readonly QueryKey[]
  onSettled?: () => void
}

/**
 * A mutation that runs once at a time: further calls and resets while it runs are ignored. `isPending` changes only
 * with the next render, so a double click would send twice. The mutation also stays locked until its outcome is
 * rendered: a second click after a fast response would still hit the dialog that the first click has closed.
 */
export function useSingleMutation<Data, Variables>({
  mutationFn,
  refreshes = [],
  onSettled,
}: SingleMutationOptions<Data, Variables>) {
  const queryClient = useQueryClient()
  const phase = useRef<'idle' | 'running' | 'settled' | 'reported'>('idle')
  const [, renderOutcome] = useReducer((renders: number) => renders + 1, 0)
  useEffect(() => {
    if (phase.current === 'reported') phase.current = 'idle'
  })
  const { data, error, isError, isPending, isSuccess, ...mutation } = useMutation<
    Data,
    DefaultError,
    Variables
  >({
    mutationFn: async (variables) => {
      try {
        return await mutationFn(variables)
      } finally {
        phase.current = 'settled'
      }
    },
    onSettled: () => {
      for (const queryKey of refreshes) void refetch(queryClient, queryKey)
      onSettled?.()
    },
  })
  return {
    data,
    error,
    isError,
    isPending,
    isSuccess,
    mutate(
      variables: Variables,
      callbacks: MutateOptions<Data, DefaultError, Variables> = {},
    ): void {
      if (phase.current !== 'idle') return
      phase.current = 'running'
      mutation
        .mutateAsync(variables, callbacks)
        .catch(() => {
          // The failure is reported through `error` and the callbacks.
        })
        .finally(() => {
          phase.current = 'reported'
          renderOutcome()
        })
    },
    reset(): void {
      if (phase.current !== 'running') mutation.reset()
    },
  }
}
