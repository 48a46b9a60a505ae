import type { EndpointSpec } from '../../contract/src/endpoint.ts'
import { paiseFromRupees } from '../../contract/src/money.ts'
import type { Told } from './ask.ts'
import type { Client } from './world.ts'

/** Complains of a refusal that this call cannot rightly be given here. */
export function refusedOtherwise<E extends EndpointSpec>(
  { world }: Client,
  call: string,
  { code }: Told<E>,
  expected: readonly string[],
): void {
  if (code === null || expected.includes(code)) return
  world.around.complain(`${call} was refused with ${code}`)
}

/** @throws RangeError where the amount is none of rupees and paise */
export function paise(rupees: number): number {
  const amount = paiseFromRupees(rupees)
  if (amount === null) throw new RangeError(`${rupees} is no amount`)
  return amount
}
