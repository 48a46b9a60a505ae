import { z } from 'zod'
import { readJson, readText } from '../http/read-text.ts'
import { JobFailure } from '../jobs/job-failure.ts'
import { runInSpan } from '../observability/tracing.ts'
import { smsCallDuration } from './sms-metrics.ts'

/** Sends a code to an Indian mobile number. One attempt; the caller repeats it. */
export interface SmsClient {
  /**
   * @param of.phone with +91
   * @throws SmsRefused, SmsNotSent or SmsUncertain
   */
  sendCode(of: { phone: string; code: string }): Promise<void>
}

/** The provider rejected the request. A retry would be rejected too. */
export class SmsRefused extends JobFailure {
  constructor(status: number, description: string) {
    super('sms-refused', `the SMS provider refused with ${status}: ${description}`)
  }
}

/** The provider did not take the SMS: nothing was sent, and a later attempt may succeed. */
export class SmsNotSent extends JobFailure {
  constructor(message: string, options?: ErrorOptions) {
    super('sms-unavailable', message, options)
  }
}

/** It is not known whether the SMS was sent: the response is lost, late or invalid. */
export class SmsUncertain extends JobFailure {
  constructor(message: string, options?: ErrorOptions) {
    super('sms-unavailable', message, options)
  }
}

export interface SmsAccess {
  authKey: string
  templateId: string
  /** The base address of the API; called for each request. */
  baseUrl: () => string
  /** Time limit of an attempt. */
  timeoutMs: number
}

/** Far more than the size of a response of the provider. */
const maxResponseBytes = 64 * 1024

/** The provider answers `success` or `error` in the body, errors with any status. */
const answer = z.object({ type: z.string(), message: z.string().nullish() })

/** A client of MSG91's flow API, for the provider and for the stand-in of a trial. */
export function createSmsClient(access: SmsAccess): SmsClient {
  return {
    async sendCode(of) {
      const end = smsCallDuration.startTimer()
      try {
        await runInSpan({ name: 'sms sendCode', kind: 'client' }, () => send(access, of))
        end({ outcome: 'ok' })
      } catch (error) {
        end({ outcome: outcomeOf(error) })
        throw error
      }
    },
  }
}

function outcomeOf(error: unknown): 'refused' | 'not_sent' | 'uncertain' {
  if (error instanceof SmsRefused) return 'refused'
  return error instanceof SmsNotSent ? 'not_sent' : 'uncertain'
}

const path = '/api/v5/flow'

async function send(
  { authKey, templateId, baseUrl, timeoutMs }: SmsAccess,
  { phone, code }: { phone: string; code: string },
): Promise<void> {
  // Error messages contain neither the key nor the body.
  let response: Response
  let text: string
  try {
    response = await fetch(baseUrl() + path, {
      method: 'POST',
      headers: { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        template_id: templateId,
        // The SMS has no link, and the provider must not make one.
        short_url: '0',
        recipients: [{ mobiles: phone.replace('+', ''), code }],
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await readText(response, maxResponseBytes)
  } catch (cause) {
    if (cause instanceof SmsNotSent) throw cause
    if (isBeforeRequest(cause)) {
      throw new SmsNotSent('the SMS provider could not be reached', { cause })
    }
    throw new SmsUncertain('the SMS provider did not respond', { cause })
  }
  const read = answer.safeParse(readJson(text)).data
  const { status } = response
  if (read?.type === 'success' && response.ok) return
  if (status === 429) throw new SmsNotSent('the SMS provider received too many requests')
  if (read?.type === 'error' && status < 500 && ![408, 409, 425].includes(status)) {
    throw new SmsRefused(status, read.message ?? 'no reason given')
  }
  throw new SmsUncertain(`the SMS provider answered with status ${status}`)
}

/** Failures to connect. With any other failure, the request may have arrived. */
const codesBeforeRequest = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

function isBeforeRequest(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return codesBeforeRequest.includes(String(cause?.code))
}
