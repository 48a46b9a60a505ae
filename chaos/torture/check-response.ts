import type { EndpointSpec } from '../../contract/src/endpoint.ts'
import { paiseFromRupees } from '../../contract/src/money.ts'
import type { ReplacementRequest } from '../../contract/src/replacements.ts'
import type { Refund } from './expected-state.ts'
import type { Client } from './run-state.ts'
import type { FinalResponse } from './send-request.ts'

/** Reports a violation if the call failed with a code that is not expected here. */
export function checkResponseCode<E extends EndpointSpec>(
  { state }: Client,
  call: string,
  { code }: FinalResponse<E>,
  expected: readonly string[],
): void {
  if (code === null || expected.includes(code)) return
  state.context.reportViolation(`${call} failed with ${code}`)
}

/** @throws RangeError if the amount has fractions of a paisa */
export function paise(rupees: number): number {
  const amount = paiseFromRupees(rupees)
  if (amount === null) throw new RangeError(`${rupees} is not an amount in rupees and paise`)
  return amount
}

/** @throws RangeError like `paise` */
export const paiseOrNull = (rupees: number | null) => (rupees === null ? null : paise(rupees))

/** What the approval of a request gave back; null if it is not approved. */
export function readRefund({
  returned,
  returnedAmount,
}: Pick<ReplacementRequest, 'returned' | 'returnedAmount'>): Refund | null {
  return returned && { to: returned, paise: paiseOrNull(returnedAmount) }
}
