import type { RejectionReason } from '@raahi/contract/replacement-reasons'
import type { ReplacementRequest } from '@raahi/contract/replacements'
import { ApiError, errorWithReason } from '../../lib/api-error.ts'
import { useIntentKey } from '../../lib/use-intent-key.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { useDecideRequest } from './replacements.api.ts'

export type DecisionAction = 'approved' | 'rejected'

/** The reason of a rejection; empty for an approval. */
interface RejectionFields {
  reasonCode?: RejectionReason | undefined
  reason?: string | undefined
}

/**
 * Sends decisions on requests. A decision whose outcome is unknown is repeated with the same key, so that money moves
 * once.
 */
export function useDecision(options: { onSettled?: () => void } = {}) {
  const decide = useDecideRequest(options)
  const { keyFor, settle } = useIntentKey()
  return {
    isPending: decide.isPending,
    error: decide.isError && errorWithReason(decide.error, 'Failed to update replacement request.'),
    reset: decide.reset,
    send(
      request: ReplacementRequest,
      action: DecisionAction,
      rejection: RejectionFields,
      onSuccess: () => void,
    ): void {
      const intent = JSON.stringify([request._id, action, rejection])
      decide.mutate(
        { requestId: request._id, action, ...rejection, idempotencyKey: keyFor(intent) },
        {
          onSuccess: () => {
            settle(intent)
            notifySuccess(`Replacement request ${action}`)
            onSuccess()
          },
          onError: (error) => {
            if (!(error instanceof ApiError && error.isOutcomeUnknown)) settle(intent)
          },
        },
      )
    },
  }
}
