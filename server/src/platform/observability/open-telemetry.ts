import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../../config/observability.ts'
import { errorCode } from '../database/errors.ts'
import type { NewSpan, RecordedSpan, Tracer } from './tracing.ts'

const sendEveryMs = 2000
const deliverWithinMs = 5000
/** Spans not delivered within this time of a stop are lost. */
const flushWithinMs = 1500

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
}

/** Records spans and sends them in batches to an OTLP receiver. If it is unavailable, its spans are lost. */
export function openTelemetry({ url, headers, serviceName, ratio }: TracingSettings): {
  tracer: Tracer
  stop(): Promise<void>
} {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: deliverWithinMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  })
  const recorder = provider.getTracer('raahi')
  return {
    tracer: {
      begin({ name, kind, attributes }: NewSpan, parent): RecordedSpan {
        const options = {
          ...(kind && { kind: kinds[kind] }),
          ...(attributes && { attributes: attributes as Attributes }),
        }
        const span = recorder.startSpan(name, options, contextOf(parent))
        return {
          traceparent: toTraceparent(span.spanContext()),
          set: (more) => span.setAttributes(more),
          end(error) {
            if (error !== undefined) {
              span.setAttribute('error.type', typeOf(error))
              span.setStatus({ code: SpanStatusCode.ERROR })
            }
            span.end()
          },
        }
      },
    },
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, flushWithinMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}

function typeOf(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.name : typeof error)
}

const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

/** https://www.w3.org/TR/trace-context: version, trace, parent and flags; later versions may append more. */
const traceparent = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/

function contextOf(parent: string | undefined): Context {
  const [, traceId, spanId, flags] = traceparent.exec(parent ?? '') ?? []
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags ?? '00', 16) & 1,
    isRemote: true,
  })
}
