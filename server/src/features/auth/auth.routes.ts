import * as auth from '@raahi/contract/auth'
import { mayOneOf } from '@raahi/contract/staff-rights'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { bearerToken, type FindCaller, hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { logSecurityEvent } from '../../platform/http/security-events.ts'
import { parseParts } from '../../platform/http/validation.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { readUser } from '../users/public/read-user.ts'
import { accessTokenOf } from './public/access-token-response.ts'
import { browserTokensOf, setBrowserToken } from './public/known-browsers.ts'
import { logIn } from './public/log-in.ts'
import type { Passwords } from './public/passwords.ts'
import { clearRefreshCookie, refreshTokenOf, setRefreshCookie } from './public/refresh-cookie.ts'
import { endSessions } from './public/sessions.queries.ts'
import { refreshSession } from './refresh-session.ts'
import { registerUser } from './register-user.ts'

const loginsPerAddress = { max: 20, windowSeconds: 60 }
const refreshesPerAddress = { max: 120, windowSeconds: 60 }
const registrationsPerAddress = { max: 30, windowSeconds: 60 * 60 }

export interface AuthDeps extends RouteDeps {
  findCaller: FindCaller
  config: Config
  files: FileStore
  pictures: Pictures
  passwords: Passwords
  queueMail: QueueMail
}

export function addAuthRoutes(deps: AuthDeps): void {
  const { addRoute, database, config } = deps

  addRoute(
    auth.login,
    { beforeBody: limitByAddress(deps, 'login', loginsPerAddress) },
    async ({ body, request, reply }) => {
      const facts = { ip: request.ip, userAgent: request.headers['user-agent'] }
      const opened = await logIn(deps, body, facts, browserTokensOf(request, config))
      if ('challenge' in opened) {
        const { challenge, expiresAt } = opened
        return { data: { twoFactor: { challenge, expiresAt: expiresAt.toISOString() } } }
      }
      const { user, tokens, browserToken } = opened
      logSecurityEvent(request, 'SIGNED_IN', user._id)
      setBrowserToken(request, reply, config, browserToken)
      setRefreshCookie(reply, config, tokens)
      return { data: { user, ...accessTokenOf(tokens) } }
    },
  )

  addRegisterRoute(deps)

  addRoute(
    auth.refresh,
    { beforeBody: limitByAddress(deps, 'refresh', refreshesPerAddress) },
    async ({ request, reply }) => {
      const refreshToken = refreshTokenOf(request, config)
      const refreshed = refreshToken
        ? await refreshSession(database, refreshToken)
        : { outcome: 'refused' as const }
      if (refreshed.outcome !== 'renewed') {
        if (refreshed.outcome === 'reused') logSecurityEvent(request, 'REFRESH_TOKEN_REUSED')
        clearRefreshCookie(reply, config)
        throw new ApiFailure('UNAUTHENTICATED')
      }
      setRefreshCookie(reply, config, refreshed.tokens)
      return { data: { user: refreshed.user, ...accessTokenOf(refreshed.tokens) } }
    },
  )

  addRoute(auth.logout, async ({ request, reply }) => {
    const tokens = [refreshTokenOf(request, config), bearerToken(request)]
    clearRefreshCookie(reply, config)
    await endSessions(
      database,
      tokens.flatMap((token) => (token ? hashToken(token) : [])),
    )
    return {}
  })

  addRoute(auth.me, async ({ caller }) => ({
    data: await readUser(database, caller, caller.userId),
  }))
}

/**
 * Adds the public registration. An admin with the right `agents` registers users with the same call, without the rate limit; the audit log then
 * names the admin.
 */
function addRegisterRoute(deps: AuthDeps): void {
  const { addRoute } = deps
  const limit = limitByAddress(deps, 'register', registrationsPerAddress)

  async function adminOf(request: FastifyRequest): Promise<string | null> {
    const token = bearerToken(request)
    const caller = token ? await deps.findCaller(hashToken(token)) : null
    return caller && mayOneOf(caller, 'agents') && !caller.lacksTwoFactor ? caller.userId : null
  }

  addRoute(
    auth.register,
    {
      beforeBody: async (request) => {
        if (!(await adminOf(request))) await limit(request)
      },
    },
    async ({ body, file, request }) => {
      const adminId = await adminOf(request)
      if (adminId) parseParts([{ schema: auth.registerByAdminBody, value: body }])
      const by = { adminId, requestId: request.id, ip: request.ip }
      const data = await registerUser(deps, { fields: body, kyc: file, by })
      return { data, ...(adminId && { message: 'User registered successfully!' }) }
    },
  )
}
