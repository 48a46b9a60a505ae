import type { RejectionReason } from '@raahi/contract/replacement-reasons'
import type { ReplacementRequest } from '@raahi/contract/replacements'
import { errorWithReason } from '../../lib/api-error.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { useDecideRequest } from './replacements.api.ts'

export type DecisionAction = 'approved' | 'rejected'

/** The reason of a rejection; empty for an approval. */
interface RejectionFields {
  reasonCode?: RejectionReason | undefined
  reason?: string | undefined
}

/** Sends decisions on requests. */
export function useDecision(options: { onSettled?: () => void } = {}) {
  const decide = useDecideRequest(options)
  return {
    isPending: decide.isPending,
    error: decide.isError && failureText(decide.error),
    reset: decide.reset,
    send(
      request: ReplacementRequest,
      action: DecisionAction,
      rejection: RejectionFields,
      onSuccess: () => void,
      onFailure?: (text: string) => void,
    ): void {
      decide.mutate(
        { requestId: request._id, action, ...rejection },
        {
          onSuccess: () => {
            notifySuccess(`Replacement request ${action}`)
            onSuccess()
          },
          onError: (error) => onFailure?.(failureText(error)),
        },
      )
    },
  }
}

const failureText = (error: unknown) =>
  errorWithReason(error, 'Failed to update replacement request.')
