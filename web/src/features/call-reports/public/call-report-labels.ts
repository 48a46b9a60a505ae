import type { CallAnswer } from '@raahi/contract/call-reports'

/** The answers as the buyer chooses them and admins read them. */
export const callAnswerLabels: Record<CallAnswer, string> = {
  'called-no-answer': 'Called, no answer',
  'will-call-today': 'Will call today',
}
