import { currentContext, inContext, type OpenSpan } from './work-context.ts'

// What the product says of its work to whoever traces it. Nothing is paid for it while traces are off: what records them
// (`open-telemetry.ts`) is loaded only where a receiver is set.

export interface NewSpan {
  /** Of few values: a route, a queue, a statement's kind and table. Never one that a person has put in. */
  name: string
  kind?: 'server' | 'client' | 'consumer' | 'producer'
  attributes?: Record<string, string | number>
}

export interface RecordedSpan extends OpenSpan {
  set(attributes: Record<string, string | number>): void
  /** @param error what ended it; only its class and code are told, its text may be anybody's */
  end(error?: unknown): void
}

export interface Tracer {
  /** @param parent W3C traceparent of what this is a part of; undefined: it is the beginning */
  begin(span: NewSpan, parent: string | undefined): RecordedSpan
}

let tracer: Tracer | undefined

/** @param given undefined: traces are off from now on */
export function setTracer(given: Tracer | undefined): void {
  tracer = given
}

/** Begins a span under the present one, or under `parent`; undefined while traces are off. */
export function beginSpan(span: NewSpan, parent?: string): RecordedSpan | undefined {
  return tracer?.begin(span, parent ?? currentTraceparent())
}

/** Does `work` as a span of its own. */
export function traced<T>(span: NewSpan, work: () => Promise<T>, parent?: string): Promise<T> {
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

/** The header with which somebody else's work becomes a part of this trace; undefined while traces are off. */
export function currentTraceparent(): string | undefined {
  return currentContext()?.span?.traceparent
}
