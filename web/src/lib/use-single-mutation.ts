import { type DefaultError, type MutateOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'

interface SingleMutationOptions<Data, Variables> {
  mutationFn: (variables: Variables) => Promise<Data>
  onSettled?: () => void
}

/**
 * A mutation that runs once at a time: asked again, or reset, while it runs, it does nothing.
 * `isPending` alone comes too late for that, being drawn a moment after the call: a double click
 * would send twice. Nor can it be asked again before its outcome is drawn: of a fast server the
 * second click would still find the dialog open that the first has closed.
 */
export function useSingleMutation<Data, Variables>({
  mutationFn,
  onSettled,
}: SingleMutationOptions<Data, Variables>) {
  const phase = useRef<'free' | 'running' | 'settled' | 'told'>('free')
  const [, drawOutcome] = useReducer((outcomes: number) => outcomes + 1, 0)
  useEffect(() => {
    if (phase.current === 'told') phase.current = 'free'
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
    onSettled,
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
      if (phase.current !== 'free') return
      phase.current = 'running'
      mutation
        .mutateAsync(variables, callbacks)
        .catch(() => {
          // Said through `error` and the callbacks.
        })
        .finally(() => {
          phase.current = 'told'
          drawOutcome()
        })
    },
    reset(): void {
      if (phase.current !== 'running') mutation.reset()
    },
  }
}
