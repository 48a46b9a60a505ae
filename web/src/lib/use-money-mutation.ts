import { useIntentKey } from './use-intent-key.ts'
import { type SingleMutationOptions, useSingleMutation } from './use-single-mutation.ts'

interface MoneyMutationOptions<Data, Input>
  extends Omit<SingleMutationOptions<Data, Input>, 'mutationFn'> {
  /** @param idempotencyKey the same for every attempt with the same input until the outcome is known */
  mutationFn: (input: Input, idempotencyKey: string) => Promise<Data>
}

/**
 * A mutation that moves money. The same input is the same intent: after an unknown outcome it is sent again with the
 * same idempotency key, and after a definite response with a new one.
 */
export function useMoneyMutation<Data, Input>({
  mutationFn,
  ...options
}: MoneyMutationOptions<Data, Input>) {
  const { send } = useIntentKey()
  return useSingleMutation<Data, Input>({
    ...options,
    mutationFn: (input) => send(JSON.stringify(input), (key) => mutationFn(input, key)),
  })
}
