import { z } from 'zod'
import { readJson, readText } from '../../platform/http/read-text.ts'
import { JobFailure } from '../../platform/jobs/job-failure.ts'
import { runInSpan } from '../../platform/observability/tracing.ts'

const timeoutMs = 10_000
/** Far more than the answers of a form. */
const maxResponseBytes = 256 * 1024

const lead = z.object({
  id: z.string(),
  created_time: z.string().nullish(),
  field_data: z
    .array(z.object({ name: z.string(), values: z.array(z.coerce.string()).nullish() }))
    .max(200),
})
export type MetaLead = z.output<typeof lead>

const refusal = z.object({
  error: z.object({ code: z.number().nullish(), is_transient: z.boolean().nullish() }),
})

/** The lead was deleted, or the token does not open it. A retry would be rejected too. */
export class MetaLeadGone extends Error {}

/** Meta rejects the token or its permissions, which the operator can correct. */
export class MetaRefused extends JobFailure {
  constructor(message: string) {
    super('meta-refused', message)
  }
}

/** Meta did not answer, or accepts no requests now. */
export class MetaUnavailable extends JobFailure {
  constructor(message: string, options?: ErrorOptions) {
    super('meta-unavailable', message, options)
  }
}

/** Codes of errors that pass: unknown and service errors, and the limits of an app, a user, a page and leads. */
const passingCodes = [1, 2, 4, 17, 32, 341, 613, 80005]
/** The code of an id that does not exist, also without the permission to see it. */
const unknownIdCode = 100

/**
 * Fetches a lead. The token is sent as a header, because addresses are logged by others.
 * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving
 * @param leadgenId digits
 * @throws MetaLeadGone, MetaRefused or MetaUnavailable; their messages contain neither the token nor an answer
 */
export function fetchLead(
  { graphUrl, pageToken }: { graphUrl: string; pageToken: string },
  leadgenId: string,
): Promise<MetaLead> {
  return runInSpan({ name: 'meta fetchLead', kind: 'client' }, async () => {
    let response: Response
    let text: string
    try {
      response = await fetch(`${graphUrl}/${leadgenId}`, {
        headers: { authorization: `Bearer ${pageToken}`, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      text = await readText(response, maxResponseBytes)
    } catch (cause) {
      throw new MetaUnavailable('Meta did not respond', { cause })
    }
    const json = readJson(text)
    if (!response.ok) throw failureOf(response.status, json)
    const read = lead.safeParse(json).data
    if (read?.id !== leadgenId) throw new MetaUnavailable('Meta returned an invalid response')
    return read
  })
}

function failureOf(status: number, json: unknown): Error {
  const { code, is_transient: isPassing } = refusal.safeParse(json).data?.error ?? {}
  const text = `Meta answered with status ${status}, code ${code ?? 'none'}`
  if (status >= 500 || status === 429 || isPassing || passingCodes.includes(code ?? 0)) {
    return new MetaUnavailable(text)
  }
  const isGone = status === 404 || status === 410 || code === unknownIdCode
  return isGone ? new MetaLeadGone(text) : new MetaRefused(text)
}
