import { type JobError, jobErrors } from '@raahi/contract/failed-jobs'

/** An error with a code that admins see beside the failed job. Its message goes only to the log and the job. */
export class JobFailure extends Error {
  readonly jobError: JobError

  constructor(jobError: JobError, message: string, options?: ErrorOptions) {
    super(message, options)
    this.jobError = jobError
  }
}

/** The code of an error that a handler threw. */
export function jobErrorOf(error: unknown): JobError {
  return error instanceof JobFailure ? error.jobError : 'unknown'
}

/** The code that is stored with a job. Jobs of earlier versions have none. */
export function readJobError(stored: string | null): JobError {
  return jobErrors.find((code) => code === stored) ?? 'unknown'
}
