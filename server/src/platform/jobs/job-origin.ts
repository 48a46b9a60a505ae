import { currentTraceparent } from '../observability/tracing.ts'
import { currentRequestId } from '../observability/work-context.ts'

/** Beside what a job is about, which request sent it: taken out again before the job is done. */
const key = '$origin'

interface Origin {
  requestId?: string | undefined
  traceparent?: string | undefined
}

/** The data of a job with where it comes from, as it is stored. */
export function withOrigin(data: object): object {
  const origin: Origin = { requestId: currentRequestId(), traceparent: currentTraceparent() }
  return origin.requestId === undefined && origin.traceparent === undefined
    ? data
    : { ...data, [key]: origin }
}

/** What `withOrigin` put together; jobs of earlier versions have no origin. */
export function readOrigin<T extends object>(stored: T): { data: T; origin: Origin } {
  const { [key]: origin = {}, ...data } = stored as T & { [key]?: Origin }
  return { data: data as unknown as T, origin }
}
