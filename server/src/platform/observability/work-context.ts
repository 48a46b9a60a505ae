import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../log.ts'

/** The context of some work, available to everything that it awaits. */
export interface WorkContext {
  /** The id of the request that started the work; a job has the id of the request that queued it. */
  requestId?: string | undefined
  /** The current span; only while traces are on. */
  span?: OpenSpan | undefined
}

/** A started span of `tracing.ts`. */
export interface OpenSpan {
  /** The W3C header with which children refer to this span. */
  readonly traceparent: string
}

const storage = new AsyncLocalStorage<WorkContext>()

/** Runs `work` in a context. */
export function inContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work)
}

export function currentContext(): WorkContext | undefined {
  return storage.getStore()
}

export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId
}

/** Returns a log whose lines contain the request id of the current context. */
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
