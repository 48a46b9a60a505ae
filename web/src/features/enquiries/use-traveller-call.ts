import type { Answer, CallInput, EndpointSpec } from '@raahi/contract/endpoint'
import { useState } from 'react'
import type { ApiErrorCode } from '../../lib/api-error.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { callForTraveller } from './traveller-call.ts'

/** Refusals of a page that shows an older state of the enquiry. */
const staleCodes: readonly (ApiErrorCode | null)[] = [
  'ENQUIRY_CLOSED',
  'ENQUIRY_NOT_FOUND',
  'QUESTION_ANSWERED',
]

interface TravellerCallOptions {
  /** Called instead of showing the problem if the enquiry may have changed meanwhile. */
  onStale?: () => void
  /** Receives the texts of invalid fields. The problem is then not shown. */
  onFieldErrors?: (texts: Record<string, string>) => void
}

/** Makes a traveller's calls one at a time: further calls while one runs are ignored. */
export function useTravellerCall({ onStale, onFieldErrors }: TravellerCallOptions = {}) {
  const { busy: isSending, run } = useSingleRun()
  const [problem, setProblem] = useState('')
  const send = <E extends EndpointSpec>(
    endpoint: E,
    input: CallInput<E>,
    failed: string,
    onDone: (data: Answer<E>) => void,
  ) =>
    run(async () => {
      setProblem('')
      const outcome = await callForTraveller(endpoint, input, failed)
      if (outcome.done) onDone(outcome.data)
      else if (onStale && staleCodes.includes(outcome.code)) onStale()
      else if (onFieldErrors && Object.keys(outcome.fieldErrors).length > 0)
        onFieldErrors(outcome.fieldErrors)
      else setProblem(outcome.problem)
    })
  return { isSending, problem, setProblem, send }
}
