import { maxKeptSeconds } from '@raahi/contract/contact-log'
import { ApiError, errorWithReason, isRefusal } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { notifyError } from '../../ui/toast.ts'
import { dropTap, forgetTap, type KeptTap, readKeptTaps } from './kept-taps.ts'
import { readPipelineAgain, recordTap } from './pipeline.api.ts'

let running: Promise<void> | null = null

/**
 * Sends the kept taps of the signed-in user, the earliest first, until none is left: the end of the session removes them. Two calls
 * send each once.
 * @throws ApiError if the server could not be reached: the rest is kept
 */
export function sendTapsOf(userId: string): Promise<void> {
  running ??= sendAll(userId).finally(() => {
    running = null
  })
  return running
}

async function sendAll(userId: string): Promise<void> {
  for (;;) {
    const [tap] = readKeptTaps(userId)
    if (!tap) return
    try {
      await sendTap(tap)
      forgetTap(userId, tap.id)
      void readPipelineAgain(queryClient)
    } catch (error) {
      if (!isRefused(error)) throw error
      dropTap(userId, tap.id)
      if (isRefusal(error, 'CONTACT_STOPPED')) {
        notifyError(errorWithReason(error, 'The traveller has withdrawn.'))
      }
    }
  }
}

function sendTap({ tappedAtMs, ...tap }: KeptTap) {
  const seconds = Math.floor((Date.now() - tappedAtMs) / 1000)
  return recordTap({ ...tap, keptSeconds: Math.min(Math.max(seconds, 0), maxKeptSeconds) })
}

/** Whether the server would refuse the tap again. A session that has ended and a limit of requests may pass. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && !error.isOutcomeUnknown && ![401, 429].includes(error.status)
