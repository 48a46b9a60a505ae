import { type MutateOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

interface SingleMutationOptions<Data, Variables> {
  mutationFn: (variables: Variables) => Promise<Data>
  onSettled?: () => void
}

/**
 * A mutation that runs once at a time: asked again, or reset, while it runs, it does nothing.
 * `isPending` alone comes too late for that, being drawn a moment after the call: a double click
 * would send twice.
 */
export function useSingleMutation<Data, Variables>({
  mutationFn,
  onSettled,
}: SingleMutationOptions<Data, Variables>) {
  const running = useRef(false)
  const { data, error, isError, isPending, isSuccess, ...mutation } = useMutation<
    Data,
    Error,
    Variables
  >({
    mutationFn: async (variables) => {
      try {
        return await mutationFn(variables)
      } finally {
        running.current = false
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
    mutate(variables: Variables, callbacks: MutateOptions<Data, Error, Variables> = {}): void {
      if (running.current) return
      running.current = true
      mutation.mutateAsync(variables, callbacks).catch(() => {
        // Said through `error` and the callbacks.
      })
    },
    reset(): void {
      if (!running.current) mutation.reset()
    },
  }
}
