import { currentTraceparent } from '../observability/tracing.ts'
import { currentRequestId } from '../observability/work-context.ts'

/** The request that sent a job, stored beside the job's data and removed before the handler runs. */
const key = '$origin'

interface Origin {
  requestId?: string | undefined
  traceparent?: string | undefined
}

/** Adds the origin to the data of a job, for storage. */
export function withOrigin(data: object): object {
  const origin: Origin = { requestId: currentRequestId(), traceparent: currentTraceparent() }
  return origin.requestId === undefined && origin.traceparent === undefined
    ? data
    : { ...data, [key]: origin }
}

/** The inverse of `withOrigin`. Jobs of earlier versions have no origin. */
export function readOrigin<T extends object>(stored: T): { data: T; origin: Origin } {
  const { [key]: origin = {}, ...data } = stored as T & { [key]?: Origin }
  return { data: data as unknown as T, origin }
}
