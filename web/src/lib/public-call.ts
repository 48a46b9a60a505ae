import type { EndpointSpec } from '@raahi/contract/endpoint'
import type { AnswerShape } from './answer-shape.ts'

const anyObject: AnswerShape = { def: { type: 'object', shape: {} } }

/**
 * A public call of the contract without its schemas, which would load zod. A test compares each with the contract.
 * @param answers what a success carries: an object, nothing, or a file of this media type
 */
export function publicCall<Call extends EndpointSpec>(
  name: Call['name'],
  method: Call['method'],
  path: Call['path'],
  answers: 'object' | 'nothing' | NonNullable<Call['answerType']> = 'object',
): Call {
  const isFile = answers.includes('/')
  return {
    name,
    method,
    path,
    access: 'public',
    ...(answers === 'object' && { answer: anyObject }),
    ...(isFile && { answerType: answers }),
  } as unknown as Call
}
