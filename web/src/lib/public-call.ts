import type { EndpointSpec } from '@raahi/contract/endpoint'

/** A public call of the contract without its schemas, which would load zod. A test compares each with the contract. */
export function publicCall<Call extends EndpointSpec>(
  name: Call['name'],
  method: Call['method'],
  path: Call['path'],
  answerType?: Call['answerType'],
): Call {
  return { name, method, path, access: 'public', answerType } as unknown as Call
}
