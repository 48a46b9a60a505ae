import * as confirmation from '@raahi/contract/email-confirmation'
import type { Config } from '../../config/index.ts'
import { bearerToken, type FindCaller, hashToken } from '../../platform/http/caller.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { confirmEmail, resendConfirmation } from './public/confirm-email.ts'

/** A token cannot be guessed. This limit protects the database from floods. */
const triesPerAddress = { max: 60, windowSeconds: 15 * 60 }

export function addEmailConfirmationRoutes(
  deps: RouteDeps & { findCaller: FindCaller; config: Config; queueMail: QueueMail },
): void {
  const { addRoute } = deps
  addRoute(
    confirmation.confirmEmail,
    { beforeBody: limitByAddress(deps, 'confirm email', triesPerAddress) },
    async ({ body, request }) => {
      const token = bearerToken(request)
      const caller = token ? await deps.findCaller(hashToken(token)) : null
      const by = { requestId: request.id, ip: request.ip, sessionId: caller?.sessionId }
      return { data: { email: await confirmEmail(deps, body.token, by) } }
    },
  )

  addRoute(confirmation.resendConfirmation, async ({ caller }) => ({
    data: { email: await resendConfirmation(deps, caller.userId) },
  }))
}
