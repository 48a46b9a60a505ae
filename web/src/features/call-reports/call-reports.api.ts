import { answerCallReport, type CallAnswer } from '@raahi/contract/call-reports'
import { call } from '../../lib/api.ts'
import { purchasesKey } from '../../lib/query-keys.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

/** Replies to a call report. Refetches the purchases, also after a failure. */
export function useAnswerCallReport(purchaseId: string) {
  return useSingleMutation({
    mutationFn: (answer: CallAnswer) =>
      call(answerCallReport, { params: { id: purchaseId }, body: { answer } }),
    refreshes: [purchasesKey],
  })
}
