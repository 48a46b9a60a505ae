import { z } from 'zod'
import { isUnset, type Problem, wholeNumber } from './setting-types.ts'

/** Who may read `/metrics`. Undefined: no client. */
export type MetricsAccess = { token: string } | 'loopback' | undefined

/** Where and how often traces are sent. */
export interface TracingSettings {
  /** Address of the OTLP/HTTP receiver, with its path. */
  url: string
  /** Headers of each delivery. They may contain a secret. */
  headers: Record<string, string>
  serviceName: string
  /** Share of the requests that are traced, 0 to 1. The decision of a trusted proxy has priority. */
  ratio: number
}

/** Settings of metrics, audits and traces, from the environment. */
export const observabilitySettings = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, {
      error: 'METRICS_TOKEN must have 16 to 200 characters without spaces.',
    })
    .optional(),
  AUDIT_EVERY_MINUTES: wholeNumber('AUDIT_EVERY_MINUTES', 0, 1440, 5),
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver('OTEL_EXPORTER_OTLP_ENDPOINT').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().transform(readHeaders).optional(),
  OTEL_SERVICE_NAME: z.string().trim().max(100).default('raahi'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(text), {
      error: 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.',
    })
    .default('1')
    .transform(Number),
}
export type ObservabilitySettings = z.output<z.ZodObject<typeof observabilitySettings>>

/** Contradictions between these settings. */
export const observabilityProblems: readonly Problem<ObservabilitySettings>[] = [
  {
    holds: (set) =>
      isUnset(set.OTEL_EXPORTER_OTLP_HEADERS) ||
      !isUnset(set.OTEL_EXPORTER_OTLP_ENDPOINT ?? set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT),
    error: 'OTEL_EXPORTER_OTLP_HEADERS needs OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
]

function receiver(name: string) {
  return z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
      // The value may contain a password and is not repeated.
      error: `${name} must be an http or https address such as http://collector.example:4318.`,
    })
    .transform((text) => new URL(text).href)
}

/** Reads `name=value,name=value` with percent-encoded values, as the OpenTelemetry specification defines. */
function readHeaders(text: string, context: z.core.$RefinementCtx<string>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*([\w-]+)=([^=,]+=*)\s*$/.exec(part) ?? []
    if (!name || !value || !isDecodable(value)) {
      // The value may be a secret and is not repeated.
      context.addIssue('OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs separated by commas.')
      return z.NEVER
    }
    headers[name] = decodeURIComponent(value)
  }
  return headers
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

/** @param trial allows requests from this machine, because a trial accepts no others */
export function metricsAccessOf(set: ObservabilitySettings, trial: boolean): MetricsAccess {
  if (set.METRICS_TOKEN) return { token: set.METRICS_TOKEN }
  return trial ? 'loopback' : undefined
}

/** @returns undefined without traces */
export function tracingOf(set: ObservabilitySettings): TracingSettings | undefined {
  const base = set.OTEL_EXPORTER_OTLP_ENDPOINT
  const url =
    set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (!url) return undefined
  return {
    url,
    headers: set.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: set.OTEL_SERVICE_NAME,
    ratio: set.OTEL_TRACES_SAMPLER_ARG,
  }
}
