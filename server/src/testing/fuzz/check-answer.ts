import type { ErrorCode } from '@raahi/contract/errors'
import { errorCodes } from '@raahi/contract/errors'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { DescribedAnswer, Operation } from './operations.ts'
import type { WireAnswer } from './wire.ts'

/** Texts that reveal internals: paths, SQL, names of packages, and messages of Node and the database. */
const internals =
  /node_modules|\.ts:\d+|\bat \w+ \(|\/(home|root|tmp|usr|var|work)\/|\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b|postgres|kysely|zod|fastify|undici|SQLSTATE|violates|relation "|column "|syntax error|ECONN|EPIPE|ENOENT|is not a function|of undefined|of null|unexpected (token|end)|FST_|\[object /i

/** Texts that no response may contain: hashes of passwords and tokens, and stored names of private files. */
const secrets = /\$argon2|token_hash|password_hash|"kyc_file"/

export interface AnswerContext {
  /** The address or the method was broken, so the response is that of another call or a 404. */
  isElsewhere: boolean
  isHead: boolean
  isAnonymous: boolean
  /** The caller is signed in with a role other than that of the call. */
  isOtherRole: boolean
}

export type CheckAnswer = (
  operation: Operation,
  answer: WireAnswer,
  context: AnswerContext,
) => string[]

/** Compares a response with the document. The result contains one text per fault. */
export function createAnswerCheck(): CheckAnswer {
  const ajv = new Ajv({ strict: false, allErrors: false })
  addFormats.default(ajv)
  const compiled = new Map<DescribedAnswer, ValidateFunction>()

  function offSchema(described: DescribedAnswer, body: unknown): string[] {
    if (!described.schema) return ['the content is not described']
    let validate = compiled.get(described)
    if (!validate) {
      validate = ajv.compile(described.schema)
      compiled.set(described, validate)
    }
    if (validate(body)) return []
    const [first] = validate.errors ?? []
    return [`violates its schema: ${first?.instancePath} ${first?.message}`]
  }

  return (operation, answer, context) => {
    const { status, text } = answer
    const faults = headerFaults(answer)
    if (status >= 500) faults.push(`a ${status}`)
    if (secrets.test(text)) faults.push('contains a secret')
    if (status < 400 && context.isAnonymous && operation.needsToken)
      faults.push('succeeds without a token')
    const isSuccess = status < 400 && !context.isElsewhere
    if (isSuccess && context.isOtherRole) faults.push('succeeds with another role')
    if (context.isHead) return faults
    const described = operation.answers[status]
    if (status >= 400) {
      const isOwn = !context.isElsewhere
      if (isOwn && !described) faults.push(`status ${status} is not described`)
      const body = parse(text)
      if (body === undefined) return [...faults, 'no JSON']
      if (isOwn && described) faults.push(...offSchema(described, body))
      return [...faults, ...errorFaults(body, status, isOwn ? described?.description : undefined)]
    }
    if (context.isElsewhere) return faults
    if (!described) return [...faults, `status ${status} is not described`]
    if (!described.mediaTypes.includes('application/json')) {
      return [...faults, ...fileFaults(described, answer)]
    }
    const body = parse(text)
    return body === undefined ? [...faults, 'no JSON'] : [...faults, ...offSchema(described, body)]
  }
}

function headerFaults({ headers, status }: WireAnswer): string[] {
  const faults: string[] = []
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('no nosniff')
  if (!headers['content-security-policy']) faults.push('no content security policy')
  // For a request that cannot be parsed, the socket sends a response without an id and closes the connection.
  if (!headers['x-request-id'] && headers.connection !== 'close') faults.push('no request id')
  if (headers['x-powered-by'] || headers.server) faults.push('reveals its software')
  if (!String(headers['cache-control']).includes('no-store')) faults.push('may be cached')
  if (status === 401 && !headers['www-authenticate']) faults.push('401 without www-authenticate')
  return faults
}

function fileFaults({ mediaTypes }: DescribedAnswer, { headers, text }: WireAnswer): string[] {
  const [type = ''] = String(headers['content-type']).split(';')
  const faults = mediaTypes.includes(type) ? [] : [`content type ${type} is not described`]
  if (text.length === 0) faults.push('an empty file')
  return faults
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Checks that an error has the standard format and contains no internals.
 * @param codes the codes that the call declares, separated by commas; undefined: all codes are valid
 */
function errorFaults(body: unknown, status: number, codes: string | undefined): string[] {
  const { success, message, code, fieldErrors, ...more } = (body ?? {}) as Record<string, unknown>
  const faults: string[] = []
  if (Object.keys(more).length > 0) faults.push(`an error with ${Object.keys(more).join(', ')}`)
  if (success !== false || typeof message !== 'string' || message === '') {
    faults.push('an error that is not in the standard form')
  }
  const known = errorCodes[code as ErrorCode]
  if (known?.status !== status) faults.push(`code ${code} with status ${status}`)
  if (codes !== undefined && !codes.split(', ').includes(String(code))) {
    faults.push(`code ${code} is not described`)
  }
  const texts = [message, ...Object.values((fieldErrors as object | undefined) ?? {})].join('\n')
  if (internals.test(texts)) faults.push('contains internals')
  return faults
}
