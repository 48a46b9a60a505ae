import * as auth from '../../contract/src/auth.ts'
import * as emailConfirmation from '../../contract/src/email-confirmation.ts'
import * as passwordReset from '../../contract/src/password-reset.ts'
import * as profile from '../../contract/src/profile.ts'
import * as twoFactor from '../../contract/src/two-factor.ts'
import { updateUser } from '../../contract/src/update-user.ts'
import { suspendUser } from '../../contract/src/users.ts'
import {
  factoryPassword,
  makeConfirmationToken,
  makeResetCode,
  makeResetTicket,
} from '../../server/src/testing/factories.ts'
import { blackPng } from '../../server/src/testing/pictures.ts'
import {
  codeOf,
  giveSetup,
  giveTwoFactor,
  makeChallenge,
} from '../../server/src/testing/two-factor.ts'
import { write } from './recipe.ts'
import { each, freshAdmins, freshAgents, signIn } from './subjects.ts'
import type { World } from './world-types.ts'

// Everything that changes an account or a session.

/** A password takes the processor for some 40 ms, by design: of these calls a few say all there is to say. */
const HASHES = 16
const NEW_PASSWORD = 'Monsoon-rain-9'

/** Accounts of no interest to anything else that is measured. */
async function withRefreshTokens({ agents, database }: World, count: number) {
  const owners = Array.from({ length: count }, (_, at) => agents[at % agents.length]?.id ?? '')
  return signIn(database, owners, 'refresh')
}

async function withTwoFactor(world: World, count: number) {
  const admins = await freshAdmins(world, count)
  return each(count, async (at) => {
    const admin = admins[at]
    if (!admin) throw new Error('as many admins as were asked for')
    const { recoveryCodes } = await giveTwoFactor(world, admin)
    return { admin, code: recoveryCodes[0] ?? '' }
  })
}

const picture = blackPng(256)
function pictureForm(): FormData {
  const form = new FormData()
  form.set('profile', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
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
    ask: (_, { token }) => ({ headers: { cookie: `raahi_refresh=${token}` } }),
  }),
  write(auth.logout, {
    subjects: withRefreshTokens,
    ask: (_, { token }) => ({ headers: { cookie: `raahi_refresh=${token}` } }),
  }),
  write(profile.endOwnSession, {
    subjects: async (world, count) => {
      const owners = await freshAgents(world, count)
      const others = await signIn(
        world.database,
        owners.map(({ id }) => id),
      )
      return owners.map(({ token }, at) => ({ token, id: others[at]?.sessionId ?? '' }))
    },
    ask: (_, { token, id }) => ({ token, params: { id } }),
  }),
  write(profile.endOwnSessions, {
    subjects: freshAgents,
    ask: (_, { token }) => ({ token }),
  }),
  write(updateUser, {
    // Each agent may change itself 30 times an hour.
    ask: ({ agent }, at) => {
      const { token, email } = agent()
      return { token, body: { name: `Agent of change ${at}`, email, city: 'Kochi' } }
    },
  }),
  write(suspendUser, {
    subjects: freshAgents,
    ask: ({ admin }, { id }) => ({
      token: admin().token,
      params: { userId: id },
      query: { status: 'suspended' as const },
    }),
  }),
  write(profile.updateImageOfUser, {
    most: 100,
    // Pictures are drawn one at a time in each server process, and a few wait.
    maxClients: 8,
    ask: ({ agent }) => ({ token: agent().token, body: pictureForm() }),
  }),
  write(passwordReset.forgotPassword, {
    most: 100,
    ask: ({ agent }) => ({ body: { email: agent().email } }),
  }),
  write(passwordReset.reSendOtp, {
    most: 100,
    ask: ({ agent }) => ({ body: { email: agent().email } }),
  }),
  write(passwordReset.verifyUserOtp, {
    most: 100,
    subjects: async (world, count) => {
      const owners = await freshAgents(world, count)
      return Promise.all(
        owners.map(async (owner) => ({ owner, otp: await makeResetCode(world.database, owner) })),
      )
    },
    ask: (_, { owner, otp }) => ({ body: { email: owner.email, otp } }),
  }),
  write(twoFactor.confirmTwoFactor, {
    most: 100,
    subjects: async (world, count) => {
      const admins = await freshAdmins(world, count)
      return Promise.all(
        admins.map(async (admin) => ({ admin, code: codeOf(await giveSetup(world, admin)) })),
      )
    },
    ask: (_, { admin, code }) => ({ token: admin.token, body: { code } }),
  }),
  write(twoFactor.verifyTwoFactor, {
    most: 100,
    subjects: async (world, count) => {
      const owners = await withTwoFactor(world, count)
      return Promise.all(
        owners.map(async ({ admin, code }) => ({
          challenge: await makeChallenge(world, admin),
          code,
        })),
      )
    },
    ask: (_, body) => ({ body }),
  }),
  write(emailConfirmation.confirmEmail, {
    most: 100,
    subjects: async (world, count) => {
      const owners = await freshAgents(world, count)
      return Promise.all(owners.map((owner) => makeConfirmationToken(world.database, owner)))
    },
    ask: (_, token) => ({ body: { token } }),
  }),
  write(emailConfirmation.resendConfirmation, {
    most: 100,
    subjects: async (world, count) => {
      const owners = await freshAgents(world, count)
      await world.database.kysely
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
    ask: (_, { token }) => ({ token }),
  }),
  write(auth.login, {
    most: HASHES,
    subjects: freshAgents,
    ask: (_, { email }) => ({ body: { emailOrPhone: email, password: factoryPassword } }),
  }),
  write(auth.register, { most: HASHES, ask: () => ({ body: registerForm() }) }),
  write(profile.changeOwnPassword, {
    most: HASHES,
    subjects: freshAgents,
    ask: (_, { token }) => ({ token, body: { currentPassword: factoryPassword, ...passwords } }),
  }),
  write(passwordReset.changePassword, {
    most: HASHES,
    subjects: async (world, count) => {
      const owners = await freshAgents(world, count)
      return Promise.all(
        owners.map(async (owner) => ({
          email: owner.email,
          ticket: await makeResetTicket(world.database, owner),
        })),
      )
    },
    ask: (_, { email, ticket }) => ({
      headers: { cookie: `raahi_reset=${ticket}` },
      body: { email, ...passwords },
    }),
  }),
  write(twoFactor.startTwoFactor, {
    most: HASHES,
    subjects: freshAdmins,
    ask: (_, { token }) => ({ token, body: { currentPassword: factoryPassword } }),
  }),
  write(twoFactor.renewRecoveryCodes, {
    most: HASHES,
    subjects: withTwoFactor,
    ask: (_, { admin, code }) => ({
      token: admin.token,
      body: { currentPassword: factoryPassword, code },
    }),
  }),
  write(twoFactor.turnOffTwoFactor, {
    most: HASHES,
    subjects: withTwoFactor,
    ask: (_, { admin, code }) => ({
      token: admin.token,
      body: { currentPassword: factoryPassword, code },
    }),
  }),
]
