import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../log.ts'

/** What a piece of work belongs to: known to everything that it awaits, without being handed on. */
export interface WorkContext {
  /** Of the request that it began with; a job goes on under that of the request that queued it. */
  requestId?: string | undefined
  /** Where in its trace it stands; only while traces are on. */
  span?: OpenSpan | undefined
}

/** A span that has begun, as `tracing.ts` knows it. */
export interface OpenSpan {
  /** The W3C header that says who the parent of what follows is. */
  readonly traceparent: string
}

const storage = new AsyncLocalStorage<WorkContext>()

/** Does `work` in a context. */
export function inContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work)
}

export function currentContext(): WorkContext | undefined {
  return storage.getStore()
}

export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId
}

/** A log whose lines say which request they belong to, as those of the request's own log do. */
export function logInContext(log: Log): Log {
  const withId = (details: object) => {
    const reqId = currentRequestId()
    return reqId === undefined ? details : { reqId, ...details }
  }
  return {
    info: (details, message) => log.info(withId(details), message),
    warn: (details, message) => log.warn(withId(details), message),
    error: (details, message) => log.error(withId(details), message),
  }
}
