import * as passwordReset from '@raahi/contract/password-reset'
import type { Config } from '../../config/index.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { SendMail } from '../../platform/mail/send-mail.ts'
import { setBrowserToken } from './public/known-browsers.ts'
import type { Passwords } from './public/passwords.ts'
import { clearRefreshCookie } from './public/refresh-cookie.ts'
import { resetPassword } from './reset-password.ts'
import {
  clearResetTicketCookie,
  resetTicketOf,
  setResetTicketCookie,
} from './reset-ticket-cookie.ts'
import { handleCodeRequests, requestResetCode } from './send-reset-code.ts'
import { verifyResetCode } from './verify-reset-code.ts'

// High enough for an office behind one address; stricter limits apply per account.
const codesPerAddress = { max: 30, windowSeconds: 15 * 60 }
const triesPerAddress = { max: 60, windowSeconds: 15 * 60 }
const changesPerAddress = { max: 30, windowSeconds: 15 * 60 }

export type PasswordResetDeps = RouteDeps & {
  config: Config
  passwords: Passwords
  jobs: JobQueue
  sendMail: SendMail
  queueMail: QueueMail
  log: Log
}

export function addPasswordResetRoutes(deps: PasswordResetDeps): void {
  const { addRoute, database, config, jobs } = deps
  handleCodeRequests(deps)

  // Both endpoints share one count, because they are the same request.
  const limitCodes = { beforeBody: limitByAddress(deps, 'otp', codesPerAddress) }
  for (const spec of [passwordReset.forgotPassword, passwordReset.reSendOtp]) {
    addRoute(spec, limitCodes, async ({ body }) => {
      await requestResetCode(jobs, database.kysely, body.email)
      return {}
    })
  }

  addRoute(
    passwordReset.verifyUserOtp,
    { beforeBody: limitByAddress(deps, 'otp try', triesPerAddress) },
    async ({ body, reply }) => {
      setResetTicketCookie(reply, config, await verifyResetCode(database, body))
      return {}
    },
  )

  addRoute(
    passwordReset.changePassword,
    { beforeBody: limitByAddress(deps, 'password change', changesPerAddress) },
    async ({ body, request, reply }) => {
      const ticket = resetTicketOf(request, config)
      if (!ticket) throw new ApiFailure('RESET_NOT_ALLOWED')
      const { email, newPassword } = body
      const browserToken = await resetPassword(
        deps,
        { ticket, email, newPassword },
        { requestId: request.id, ip: request.ip },
      )
      setBrowserToken(request, reply, config, browserToken)
      clearResetTicketCookie(reply, config)
      clearRefreshCookie(reply, config) // The reset has ended this session with all others.
      return {}
    },
  )
}
