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
import { blackPng } from '../../server/src/testing/pictures.ts'
import { makePushDevice, makeSubscription } from '../../server/src/testing/push-service.ts'
import {
  codeOf,
  giveSetup,
  giveTwoFactor,
  makeChallenge,
} from '../../server/src/testing/two-factor.ts'
import { write } from './call-benchmark.ts'
import { createSessions, freshAdmins, freshAgents, makeMany } from './subjects.ts'
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

async function withTwoFactor(system: BenchSystem, count: number) {
  const admins = await freshAdmins(system, count)
  return makeMany(count, async (at) => {
    const admin = admins[at]
    if (!admin) throw new Error('fewer admins than requested')
    const { recoveryCodes } = await giveTwoFactor(system, admin)
    return { admin, code: recoveryCodes[0] ?? '' }
  })
}

const caps = { dailyAmount: 500, dailyLeads: 5, maxPrice: 60, walletFloor: 100 }
const dayInMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Agents with one saved search each. */
export async function agentsWithSearch(system: BenchSystem, count: number) {
  const agents = await freshAgents(system, count)
  return makeMany(count, async (at) => {
    const agent = agents[at]
    if (!agent) throw new Error('fewer agents than requested')
    const { kysely: db } = system.database
    // As automatic buying needs.
    await db
      .updateTable('users')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', agent.id)
      .execute()
    const { id, token } = agent
    return { id, token, searchId: await makeSavedSearch(db, id) }
  })
}

/** The key that the product has made for web push. */
async function readPublicKey({ product, agent }: BenchSystem): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${product.port}${getPushAlerts.path}`, {
    headers: { authorization: `Bearer ${agent().token}` },
  })
  return ((await answer.json()) as { data: PushAlerts }).data.publicKey ?? ''
}

/** Agents with one browser that shows alerts each. */
async function agentsWithDevice(system: BenchSystem, count: number) {
  const agents = await freshAgents(system, count)
  const publicKey = await readPublicKey(system)
  return makeMany(count, async (at) => {
    const agent = agents[at]
    if (!agent) throw new Error('fewer agents than requested')
    const { kysely: db } = system.database
    const deviceId = await makePushDevice(db, agent, makeSubscription(), publicKey)
    return { token: agent.token, deviceId }
  })
}

const picture = blackPng(256)
function pictureForm(): FormData {
  const form = new FormData()
  form.set('profile', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
  return form
}

function kycForm(): FormData {
  const form = new FormData()
  form.set('kyc', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'pan.png')
  return form
}

let registered = 0
function registerForm(): FormData {
  registered += 1
  const form = new FormData()
  const fields = {
    name: 'Meera Nair',
    email: `signup${registered}-${process.pid}@bench.example`,
    password: NEW_PASSWORD,
    phone: `+9174${String(registered).padStart(8, '0')}`,
    companyName: 'Monsoon Holidays',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const passwords = { newPassword: NEW_PASSWORD, confirmNewPassword: NEW_PASSWORD }

export const accountWrites = [
  write(auth.refresh, {
    subjects: withRefreshTokens,
    buildRequest: (_, { token }) => ({ headers: { cookie: `raahi_refresh=${token}` } }),
  }),
  write(auth.logout, {
    subjects: withRefreshTokens,
    buildRequest: (_, { token }) => ({ headers: { cookie: `raahi_refresh=${token}` } }),
  }),
  write(profile.endOwnSession, {
    subjects: async (system, count) => {
      const owners = await freshAgents(system, count)
      const others = await createSessions(
        system.database,
        owners.map(({ id }) => id),
      )
      return owners.map(({ token }, at) => ({ token, id: others[at]?.sessionId ?? '' }))
    },
    buildRequest: (_, { token, id }) => ({ token, params: { id } }),
  }),
  write(profile.endOwnSessions, {
    subjects: freshAgents,
    buildRequest: (_, { token }) => ({ token }),
  }),
  write(updateUser, {
    // An agent may change its account 30 times per hour, so each request uses another agent.
    buildRequest: ({ agent }, at) => {
      const { token, email } = agent()
      return { token, body: { name: `Changed agent ${at}`, email, city: 'Kochi' } }
    },
  }),
  write(setLeadPreferences, {
    // An agent may change its choices 600 times per hour.
    buildRequest: ({ agent }, at) => ({
      token: agent().token,
      body: { destinations: [`Place ${at}`], quickFilters: ['available' as const] },
    }),
  }),
  write(createSavedSearch, {
    // An agent may save 50 searches, so each request uses another agent.
    subjects: freshAgents,
    buildRequest: (_, { token }) => ({ token, body: { name: 'Goa', destination: 'Goa' } }),
  }),
  write(updateSavedSearch, {
    subjects: agentsWithSearch,
    buildRequest: (_, { token, searchId }) => ({
      token,
      params: { id: searchId },
      body: { name: 'Kerala', destination: 'Kerala' },
    }),
  }),
  write(setAlertSettings, {
    subjects: freshAgents,
    buildRequest: (_, { token }) => ({
      token,
      body: { quietHours: { from: '22:00', to: '07:00' } },
    }),
  }),
  write(previewAutomaticBuying, {
    subjects: agentsWithSearch,
    buildRequest: (_, { token, searchId }) => ({ token, params: { id: searchId }, body: caps }),
  }),
  write(setAutomaticBuying, {
    maxRequests: 100, // Each hashes a password.
    subjects: agentsWithSearch,
    buildRequest: (_, { token, searchId }) => ({
      token,
      params: { id: searchId },
      body: { ...caps, endsOn: dayInMonth(), currentPassword: factoryPassword },
    }),
  }),
  write(pauseAutomaticBuying, {
    subjects: async (system, count) => {
      const agents = await agentsWithSearch(system, count)
      const { kysely: db } = system.database
      for (const { id, searchId } of agents) await makeRule(db, id, {}, searchId)
      return agents
    },
    buildRequest: (_, { token, searchId }) => ({ token, params: { id: searchId } }),
  }),
  write(markSavedSearchSeen, {
    subjects: agentsWithSearch,
    buildRequest: (_, { token, searchId }) => ({ token, params: { id: searchId } }),
  }),
  write(deleteSavedSearch, {
    subjects: agentsWithSearch,
    buildRequest: (_, { token, searchId }) => ({ token, params: { id: searchId } }),
  }),
  write(addPushDevice, {
    // An agent may add 60 devices per hour.
    subjects: freshAgents,
    buildRequest: (_, { token }) => ({ token, body: makeSubscription() }),
  }),
  write(sendTestAlert, {
    subjects: agentsWithDevice,
    buildRequest: (_, { token, deviceId }) => ({ token, params: { id: deviceId } }),
  }),
  write(removePushDevice, {
    subjects: agentsWithDevice,
    buildRequest: (_, { token, deviceId }) => ({ token, params: { id: deviceId } }),
  }),
  write(submitKyc, {
    maxRequests: 100,
    // An agent may upload 20 documents per hour, so each request uses another agent.
    subjects: freshAgents,
    maxClients: 8,
    buildRequest: (_, { token }) => ({ token, body: kycForm() }),
  }),
  write(decideKyc, {
    subjects: async (system, count) => {
      const agents = await freshAgents(system, count)
      await system.database.pool.query(
        `update users set kyc_file = id::text, kyc_name = 'pan.pdf', kyc_type = 'application/pdf'
        where id = any($1)`,
        [agents.map(({ id }) => id)],
      )
      return agents
    },
    buildRequest: ({ admin }, { id }) => ({
      token: admin().token,
      params: { userId: id },
      body: { version: 1, action: 'approve' as const },
    }),
  }),
  write(changeSettings, {
    // The present values: what changes them waits for the purchases of the other benchmarks.
    buildRequest: ({ admin }) => ({
      token: admin().token,
      body: { version: 0, buyingNeedsKyc: false },
    }),
  }),
  write(retryFailedJob, {
    maxRequests: 100,
    subjects: ({ database }, count) => makeMany(count, () => makeFailedJob(database.kysely)),
    buildRequest: ({ admin }, id) => ({ token: admin().token, params: { id } }),
  }),
  write(retryFailedJobs, {
    maxRequests: 100,
    subjects: ({ database }, count) => makeMany(count, () => makeFailedJob(database.kysely)),
    buildRequest: ({ admin }) => ({ token: admin().token }),
  }),
  write(changeReturnPolicy, {
    // The present terms, as with the settings.
    buildRequest: ({ admin }) => ({
      token: admin().token,
      body: { version: 1, ...firstTerms },
    }),
  }),
  write(suspendUser, {
    subjects: freshAgents,
    buildRequest: ({ admin }, { id }) => ({
      token: admin().token,
      params: { userId: id },
      query: { status: 'suspended' as const },
    }),
  }),
  write(profile.updateImageOfUser, {
    maxRequests: 100,
    // A server process converts one picture at a time and queues only a few.
    maxClients: 8,
    buildRequest: ({ agent }) => ({ token: agent().token, body: pictureForm() }),
  }),
  write(passwordReset.forgotPassword, {
    maxRequests: 100,
    buildRequest: ({ agent }) => ({ body: { email: agent().email } }),
  }),
  write(passwordReset.reSendOtp, {
    maxRequests: 100,
    buildRequest: ({ agent }) => ({ body: { email: agent().email } }),
  }),
  write(passwordReset.verifyUserOtp, {
    maxRequests: 100,
    subjects: async (system, count) => {
      const owners = await freshAgents(system, count)
      return Promise.all(
        owners.map(async (owner) => ({ owner, otp: await makeResetCode(system.database, owner) })),
      )
    },
    buildRequest: (_, { owner, otp }) => ({ body: { email: owner.email, otp } }),
  }),
  write(twoFactor.confirmTwoFactor, {
    maxRequests: 100,
    subjects: async (system, count) => {
      const admins = await freshAdmins(system, count)
      return Promise.all(
        admins.map(async (admin) => ({ admin, code: codeOf(await giveSetup(system, admin)) })),
      )
    },
    buildRequest: (_, { admin, code }) => ({ token: admin.token, body: { code } }),
  }),
  write(twoFactor.verifyTwoFactor, {
    maxRequests: 100,
    subjects: async (system, count) => {
      const owners = await withTwoFactor(system, count)
      return Promise.all(
        owners.map(async ({ admin, code }) => ({
          challenge: await makeChallenge(system, admin),
          code,
        })),
      )
    },
    buildRequest: (_, body) => ({ body }),
  }),
  write(emailConfirmation.confirmEmail, {
    maxRequests: 100,
    subjects: async (system, count) => {
      const owners = await freshAgents(system, count)
      return Promise.all(owners.map((owner) => makeConfirmationToken(system.database, owner)))
    },
    buildRequest: (_, token) => ({ body: { token } }),
  }),
  write(emailConfirmation.resendConfirmation, {
    maxRequests: 100,
    subjects: async (system, count) => {
      const owners = await freshAgents(system, count)
      await system.database.kysely
        .updateTable('users')
        .set({ email_confirmed_at: null })
        .where(
          'id',
          'in',
          owners.map(({ id }) => id),
        )
        .execute()
      return owners
    },
    buildRequest: (_, { token }) => ({ token }),
  }),
  write(auth.login, {
    maxRequests: MAX_HASHES,
    subjects: freshAgents,
    buildRequest: (_, { email }) => ({ body: { emailOrPhone: email, password: factoryPassword } }),
  }),
  write(auth.register, { maxRequests: MAX_HASHES, buildRequest: () => ({ body: registerForm() }) }),
  write(profile.changeOwnPassword, {
    maxRequests: MAX_HASHES,
    subjects: freshAgents,
    buildRequest: (_, { token }) => ({
      token,
      body: { currentPassword: factoryPassword, ...passwords },
    }),
  }),
  write(passwordReset.changePassword, {
    maxRequests: MAX_HASHES,
    subjects: async (system, count) => {
      const owners = await freshAgents(system, count)
      return Promise.all(
        owners.map(async (owner) => ({
          email: owner.email,
          ticket: await makeResetTicket(system.database, owner),
        })),
      )
    },
    buildRequest: (_, { email, ticket }) => ({
      headers: { cookie: `raahi_reset=${ticket}` },
      body: { email, ...passwords },
    }),
  }),
  write(twoFactor.startTwoFactor, {
    maxRequests: MAX_HASHES,
    subjects: freshAdmins,
    buildRequest: (_, { token }) => ({ token, body: { currentPassword: factoryPassword } }),
  }),
  write(twoFactor.renewRecoveryCodes, {
    maxRequests: MAX_HASHES,
    subjects: withTwoFactor,
    buildRequest: (_, { admin, code }) => ({
      token: admin.token,
      body: { currentPassword: factoryPassword, code },
    }),
  }),
  write(twoFactor.turnOffTwoFactor, {
    maxRequests: MAX_HASHES,
    subjects: withTwoFactor,
    buildRequest: (_, { admin, code }) => ({
      token: admin.token,
      body: { currentPassword: factoryPassword, code },
    }),
  }),
]
