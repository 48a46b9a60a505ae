import { currentContext, inContext, type OpenSpan } from './work-context.ts'

// Tracing of the product's work. It costs nothing while traces are off: the recorder (`open-telemetry.ts`) is loaded
// only if a receiver is set.

export interface NewSpan {
  /** Low cardinality: a route, a queue, a statement's operation and table. Never user input. */
  name: string
  kind?: 'server' | 'client' | 'consumer' | 'producer'
  attributes?: Record<string, string | number>
}

export interface RecordedSpan extends OpenSpan {
  set(attributes: Record<string, string | number>): void
  /**
   * @param error the error that ended it; only its class and code are recorded, because its message may contain
   * personal data
   */
  end(error?: unknown): void
}

export interface Tracer {
  /** @param parent W3C traceparent of the parent; undefined: a new trace */
  begin(span: NewSpan, parent: string | undefined): RecordedSpan
}

let tracer: Tracer | undefined

/** @param given undefined turns traces off */
export function setTracer(given: Tracer | undefined): void {
  tracer = given
}

/** Begins a span under the current one, or under `parent`; undefined while traces are off. */
export function beginSpan(span: NewSpan, parent?: string): RecordedSpan | undefined {
  return tracer?.begin(span, parent ?? currentTraceparent())
}

/** Runs `work` in a new span. */
export function runInSpan<T>(span: NewSpan, work: () => Promise<T>, parent?: string): Promise<T> {
  const begun = beginSpan(span, parent)
  return begun ? within(begun, work) : work()
}

async function within<T>(span: RecordedSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await inContext({ ...currentContext(), span }, work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** The header that continues this trace in another service; undefined while traces are off. */
export function currentTraceparent(): string | undefined {
  return currentContext()?.span?.traceparent
}
