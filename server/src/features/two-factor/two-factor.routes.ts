import * as twoFactor from '@raahi/contract/two-factor'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { logSecurityEvent } from '../../platform/http/security-events.ts'
import { accessTokenOf } from '../auth/public/access-token-response.ts'
import { browserTokensOf, setBrowserToken } from '../auth/public/known-browsers.ts'
import { setRefreshCookie } from '../auth/public/refresh-cookie.ts'
import { confirmTwoFactor } from './confirm-two-factor.ts'
import { finishLogin } from './finish-login.ts'
import { readTwoFactor } from './read-two-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { startTwoFactor } from './start-two-factor.ts'
import { turnOffTwoFactor } from './turn-off-two-factor.ts'
import type { TwoFactorDeps } from './two-factor-deps.ts'

/** High enough for an office behind one address; stricter limits apply per account. */
const codesPerAddress = { max: 30, windowSeconds: 60 }

export function addTwoFactorRoutes(deps: RouteDeps & TwoFactorDeps): void {
  const { addRoute } = deps
  const own = (call: Parameters<typeof actorOf>[0]) => ({
    caller: call.caller,
    actor: actorOf(call),
  })

  addRoute(
    twoFactor.verifyTwoFactor,
    { beforeBody: limitByAddress(deps, 'two-factor', codesPerAddress) },
    async ({ body, request, reply }) => {
      const facts = {
        ip: request.ip,
        userAgent: request.headers['user-agent'],
        requestId: request.id,
      }
      const sent = browserTokensOf(request, deps.config)
      const { user, tokens, browserToken } = await finishLogin(deps, body, facts, sent)
      logSecurityEvent(request, 'SIGNED_IN', user._id)
      setBrowserToken(request, reply, deps.config, browserToken)
      setRefreshCookie(reply, deps.config, tokens)
      return { data: { user, ...accessTokenOf(tokens) } }
    },
  )

  addRoute(twoFactor.getTwoFactor, async ({ caller }) => ({
    data: await readTwoFactor(deps, caller.userId),
  }))

  addRoute(twoFactor.startTwoFactor, async (call) => ({
    data: await startTwoFactor(deps, own(call), call.body),
  }))

  addRoute(twoFactor.confirmTwoFactor, async (call) => ({
    data: { recoveryCodes: await confirmTwoFactor(deps, own(call), call.body.code) },
  }))

  addRoute(twoFactor.renewRecoveryCodes, async (call) => ({
    data: { recoveryCodes: await renewRecoveryCodes(deps, own(call), call.body) },
  }))

  addRoute(twoFactor.turnOffTwoFactor, async (call) => {
    await turnOffTwoFactor(deps, own(call), call.body)
    return {}
  })
}
