import * as auth from '../../contract/src/auth.ts'
import {
  pauseAutomaticBuying,
  previewAutomaticBuying,
  setAutomaticBuying,
} from '../../contract/src/automatic-buying.ts'
import * as emailConfirmation from '../../contract/src/email-confirmation.ts'
import { retryFailedJob, retryFailedJobs } from '../../contract/src/failed-jobs.ts'
import { decideKyc, submitKyc } from '../../contract/src/kyc.ts'
import { setLeadPreferences } from '../../contract/src/lead-preferences.ts'
import * as passwordReset from '../../contract/src/password-reset.ts'
import * as profile from '../../contract/src/profile.ts'
import {
  addPushDevice,
  getPushAlerts,
  type PushAlerts,
  removePushDevice,
  sendTestAlert,
} from '../../contract/src/push-alerts.ts'
import { changeReturnPolicy } from '../../contract/src/return-policy.ts'
import {
  createSavedSearch,
  deleteSavedSearch,
  markSavedSearchSeen,
  setAlertSettings,
  updateSavedSearch,
} from '../../contract/src/saved-searches.ts'
import { changeSettings } from '../../contract/src/settings.ts'
import * as twoFactor from '../../contract/src/two-factor.ts'
import { updateUser } from '../../contract/src/update-user.ts'
import { suspendUser } from '../../contract/src/users.ts'
import { makeRule } from '../../server/src/testing/automatic-buying.ts'
import {
  factoryPassword,
  firstTerms,
  makeConfirmationToken,
  makeResetCode,
  makeResetTicket,
  makeSavedSearch,
} from '../../server/src/testing/factories.ts'
import { makeFailedJob } from '../../server/src/testing/make-failed-job.ts'
import { makePushDevice, makeSubscription } from '../../server/src/testing/push-service.ts'
import {
  codeOf,
  giveTwoFactor,
  makeChallenge,
  storeUnconfirmedApp,
} from '../../server/src/testing/two-factor.ts'
import { write } from './call-benchmark.ts'
import {
  createSessions,
  freshAccounts,
  freshAdmins,
  freshAgents,
  makeMany,
  pictureForm,
  uniqueNumber,
  withEach,
} from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of calls that change an account or a session.

/** Hashing a password takes about 40 ms of CPU time by design, so a few requests are enough. */
const MAX_HASHES = 16
const NEW_PASSWORD = 'Monsoon-rain-9'

/** Uses accounts that no other benchmark depends on. */
async function withRefreshTokens({ agents, database }: BenchSystem, count: number) {
  const owners = Array.from({ length: count }, (_, at) => agents[at % agents.length]?.id ?? '')
  return createSessions(database, owners, 'refresh')
}
const refreshCookie = ({ token }: { token: string }) => ({ cookie: `raahi_refresh=${token}` })

const caps = { dailyAmount: 500, dailyLeads: 5, maxPrice: 60, walletFloor: 100 }
const dayInMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Agents with one saved search each. */
export async function agentsWithSearch(system: BenchSystem, count: number) {
  const { kysely: db } = system.database
  return withEach(await freshAgents(system, count), async ({ userId }) => {
    // Automatic buying requires a confirmed email address.
    await setEmailConfirmed(system, [userId], new Date())
    return { id: await makeSavedSearch(db, userId) }
  })
}

async function setEmailConfirmed({ database }: BenchSystem, ids: string[], at: Date | null) {
  await database.kysely
    .updateTable('users')
    .set({ email_confirmed_at: at })
    .where('id', 'in', ids)
    .execute()
}

/** The product's public key for web push. */
async function readPublicKey({ product, agent }: BenchSystem): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${product.port}${getPushAlerts.path}`, {
    headers: { authorization: `Bearer ${agent().token}` },
  })
  return ((await response.json()) as { data: PushAlerts }).data.publicKey ?? ''
}

/** Agents, each with one browser that shows alerts. */
async function agentsWithDevice(system: BenchSystem, count: number) {
  const publicKey = await readPublicKey(system)
  const { kysely: db } = system.database
  return withEach(await freshAgents(system, count), async ({ caller }) => ({
    id: await makePushDevice(db, caller, makeSubscription(), publicKey),
  }))
}

async function accountsWithKyc(system: BenchSystem, count: number) {
  const accounts = await freshAccounts(system, count)
  await system.database.pool.query(
    `update users set kyc_file = id::text, kyc_name = 'pan.pdf', kyc_type = 'application/pdf'
     where id = any($1)`,
    [accounts.map(({ userId }) => userId)],
  )
  return accounts
}

async function failedJobs({ database }: BenchSystem, count: number) {
  return makeMany(count, async () => ({ id: await makeFailedJob(database.kysely) }))
}

/** Admins with two-factor login, each with an unused recovery code. */
async function withTwoFactor(system: BenchSystem, count: number) {
  return withEach(await freshAdmins(system, count), async ({ caller }) => {
    const { recoveryCodes } = await giveTwoFactor(system, caller)
    return { code: recoveryCodes[0] ?? '' }
  })
}

function registerForm(): FormData {
  const number = uniqueNumber()
  const form = new FormData()
  const fields = {
    name: 'Meera Nair',
    email: `signup${number}-${process.pid}@bench.example`,
    password: NEW_PASSWORD,
    phone: `+9174${String(number).padStart(8, '0')}`,
    companyName: 'Monsoon Holidays',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const passwords = { newPassword: NEW_PASSWORD, confirmNewPassword: NEW_PASSWORD }
const currentPassword = factoryPassword

export const accountWrites = [
  write(auth.refresh, { subjects: withRefreshTokens, headers: refreshCookie }),
  write(auth.logout, { subjects: withRefreshTokens, headers: refreshCookie }),
  write(profile.endOwnSession, {
    subjects: async (system, count) =>
      withEach(await freshAgents(system, count), async ({ userId }) => {
        const [other] = await createSessions(system.database, [userId])
        return { id: other?.sessionId ?? '' }
      }),
  }),
  write(profile.endOwnSessions, { subjects: freshAgents }),
  write(updateUser, {
    // An agent may change its account 30 times per hour, so each request uses another agent.
    body: ({ email }) => ({ name: `Changed agent ${uniqueNumber()}`, email, city: 'Kochi' }),
  }),
  write(setLeadPreferences, {
    // An agent may change its choices 600 times per hour.
    body: () => ({
      destinations: [`Place ${uniqueNumber()}`],
      quickFilters: ['available' as const],
    }),
  }),
  write(createSavedSearch, {
    // An agent may save 50 searches, so each request uses another agent.
    subjects: freshAgents,
    body: { name: 'Goa', destination: 'Goa' },
  }),
  write(updateSavedSearch, {
    subjects: agentsWithSearch,
    body: { name: 'Kerala', destination: 'Kerala' },
  }),
  write(setAlertSettings, {
    subjects: freshAgents,
    body: { quietHours: { from: '22:00', to: '07:00' } },
  }),
  write(previewAutomaticBuying, { subjects: agentsWithSearch, body: caps }),
  write(setAutomaticBuying, {
    maxRequests: 100, // Each hashes a password.
    subjects: agentsWithSearch,
    body: { ...caps, endsOn: dayInMonth, currentPassword },
  }),
  write(pauseAutomaticBuying, {
    subjects: async (system, count) => {
      const agents = await agentsWithSearch(system, count)
      for (const { userId, id } of agents) await makeRule(system.database.kysely, userId, {}, id)
      return agents
    },
  }),
  write(markSavedSearchSeen, { subjects: agentsWithSearch }),
  write(deleteSavedSearch, { subjects: agentsWithSearch }),
  // An agent may add 60 devices per hour.
  write(addPushDevice, { subjects: freshAgents, body: makeSubscription }),
  write(sendTestAlert, { subjects: agentsWithDevice }),
  write(removePushDevice, { subjects: agentsWithDevice }),
  write(submitKyc, {
    maxRequests: 100,
    // An agent may upload 20 documents per hour, so each request uses another agent.
    subjects: freshAgents,
    maxClients: 8,
    body: pictureForm('kyc'),
  }),
  write(decideKyc, { subjects: accountsWithKyc, body: { version: 1, action: 'approve' } }),
  // Writes the current values, because a change would have to wait for the purchases of other benchmarks.
  write(changeSettings, { body: { version: 0, buyingNeedsKyc: false } }),
  write(retryFailedJob, { maxRequests: 100, subjects: failedJobs }),
  write(retryFailedJobs, { maxRequests: 100, subjects: failedJobs }),
  // Writes the current terms, for the same reason as the settings above.
  write(changeReturnPolicy, { body: { version: 1, ...firstTerms } }),
  write(suspendUser, { subjects: freshAccounts, query: { status: 'suspended' } }),
  write(profile.updateImageOfUser, {
    maxRequests: 100,
    // A server process converts one picture at a time and queues only a few.
    maxClients: 8,
    body: pictureForm('profile'),
  }),
  write(passwordReset.forgotPassword, { maxRequests: 100, body: ({ email }) => ({ email }) }),
  write(passwordReset.reSendOtp, { maxRequests: 100, body: ({ email }) => ({ email }) }),
  write(passwordReset.verifyUserOtp, {
    maxRequests: 100,
    subjects: async (system, count) =>
      withEach(await freshAgents(system, count), async ({ caller }) => ({
        otp: await makeResetCode(system.database, caller),
      })),
    body: ({ email, otp }) => ({ email, otp }),
  }),
  write(twoFactor.confirmTwoFactor, {
    maxRequests: 100,
    subjects: async (system, count) =>
      withEach(await freshAdmins(system, count), async ({ caller }) => ({
        code: codeOf(await storeUnconfirmedApp(system, caller)),
      })),
    body: ({ code }) => ({ code }),
  }),
  write(twoFactor.verifyTwoFactor, {
    maxRequests: 100,
    subjects: async (system, count) =>
      withEach(await withTwoFactor(system, count), async ({ caller }) => ({
        challenge: await makeChallenge(system, caller),
      })),
    body: ({ challenge, code }) => ({ challenge, code }),
  }),
  write(emailConfirmation.confirmEmail, {
    maxRequests: 100,
    subjects: async (system, count) =>
      withEach(await freshAgents(system, count), async ({ caller }) => ({
        token: await makeConfirmationToken(system.database, caller),
      })),
    body: ({ token }) => ({ token }),
  }),
  write(emailConfirmation.resendConfirmation, {
    maxRequests: 100,
    subjects: async (system, count) => {
      const agents = await freshAgents(system, count)
      const ids = agents.map(({ userId }) => userId)
      await setEmailConfirmed(system, ids, null)
      return agents
    },
  }),
  write(auth.login, {
    maxRequests: MAX_HASHES,
    subjects: freshAgents,
    body: ({ email }) => ({ emailOrPhone: email, password: factoryPassword }),
  }),
  write(auth.register, { maxRequests: MAX_HASHES, body: registerForm }),
  write(profile.changeOwnPassword, {
    maxRequests: MAX_HASHES,
    subjects: freshAgents,
    body: { currentPassword, ...passwords },
  }),
  write(passwordReset.changePassword, {
    maxRequests: MAX_HASHES,
    subjects: async (system, count) =>
      withEach(await freshAgents(system, count), async ({ caller }) => ({
        ticket: await makeResetTicket(system.database, caller),
      })),
    headers: ({ ticket }) => ({ cookie: `raahi_reset=${ticket}` }),
    body: ({ email }) => ({ email, ...passwords }),
  }),
  write(twoFactor.startTwoFactor, {
    maxRequests: MAX_HASHES,
    subjects: freshAdmins,
    body: { currentPassword },
  }),
  write(twoFactor.renewRecoveryCodes, {
    maxRequests: MAX_HASHES,
    subjects: withTwoFactor,
    body: ({ code }) => ({ currentPassword, code }),
  }),
  write(twoFactor.turnOffTwoFactor, {
    maxRequests: MAX_HASHES,
    subjects: withTwoFactor,
    body: ({ code }) => ({ currentPassword, code }),
  }),
]
