import { v7 as uuidv7 } from 'uuid'
import {
  factoryPassword,
  type MadeUser,
  makeAdmin,
  makeConfirmationToken,
  makeResetCode,
  makeResetTicket,
} from '../factories.ts'
import { onePixel } from '../pictures.ts'
import { formOf, type TestApp, uniqueText } from '../test-app.ts'
import { codeOf, giveTwoFactor, makeChallenge, storeUnconfirmedApp } from '../two-factor.ts'
import { type AccessCalls, newestAdmin } from './access-calls.ts'

/** The calls about accounts, logins and KYC. */
export const accountCalls: AccessCalls = {
  statuses: {
    //                   an. gar exp ref end sus age oth adm
    login: '             200 200 200 200 200 200 200 200 200',
    register: '          201 201 201 201 201 201 201 201 201',
    refresh: '           401 401 401 401 401 401 401 401 401',
    logout: '            200 200 200 200 200 200 200 200 200',
    me: '                401 401 401 401 401 401 200 200 200',
    forgotPassword: '    200 200 200 200 200 200 200 200 200',
    reSendOtp: '         200 200 200 200 200 200 200 200 200',
    verifyUserOtp: '     200 200 200 200 200 200 200 200 200',
    changePassword: '    200 200 200 200 200 200 200 200 200',
    confirmEmail: '      200 200 200 200 200 200 200 200 200',
    resendConfirmation: '401 401 401 401 401 401 200 409 409',
    getUserById: '       401 401 401 401 401 401 200 404 200',
    getUserKyc: '        401 401 401 401 401 401 403 403 404',
    listUsers: '         401 401 401 401 401 401 403 403 200',
    updateUser: '        401 401 401 401 401 401 200 404 200',
    suspendUser: '       401 401 401 401 401 401 403 403 200',
    updateImageOfUser: ' 401 401 401 401 401 401 200 200 200',
    changeOwnPassword: ' 401 401 401 401 401 401 200 200 200',
    listOwnSessions: '   401 401 401 401 401 401 200 200 200',
    listUserSessions: '  401 401 401 401 401 401 403 403 200',
    endOwnSession: '     401 401 401 401 401 401 200 404 404',
    endOwnSessions: '    401 401 401 401 401 401 200 200 200',
    verifyTwoFactor: '   200 200 200 200 200 200 200 200 200',
    getTwoFactor: '      401 401 401 401 401 401 403 403 200',
    startTwoFactor: '    401 401 401 401 401 401 403 403 200',
    confirmTwoFactor: '  401 401 401 401 401 401 403 403 200',
    renewRecoveryCodes: '401 401 401 401 401 401 403 403 200',
    turnOffTwoFactor: '  401 401 401 401 401 401 403 403 200',
    getOwnKyc: '         401 401 401 401 401 401 200 200 403',
    submitKyc: '         401 401 401 401 401 401 200 200 403',
    listKyc: '           401 401 401 401 401 401 403 403 200',
    decideKyc: '         401 401 401 401 401 401 403 403 200',
  },
  notFound: {
    getUserById: 'USER_NOT_FOUND',
    updateUser: 'USER_NOT_FOUND',
    endOwnSession: 'SESSION_NOT_FOUND',
    getUserKyc: 'FILE_NOT_FOUND',
  },
  requests: {
    login: async (_, agent) => ({
      body: { emailOrPhone: agent.email, password: factoryPassword },
    }),
    register: async () => ({
      body: formOf({
        name: 'New Agent',
        email: `${uniqueText()}@example.com`,
        password: 'Agent@12345',
        phone: `+919${String(Math.random()).slice(2, 11).padEnd(9, '0')}`,
        companyName: 'New Travels',
        city: 'Pune',
      }),
    }),
    refresh: async () => ({}),
    logout: async () => ({}),
    me: async () => ({}),
    forgotPassword: async (_, agent) => ({ body: { email: agent.email } }),
    reSendOtp: async (_, agent) => ({ body: { email: agent.email } }),
    verifyUserOtp: async (app, agent) => ({
      body: { email: agent.email, otp: await makeResetCode(app.database, agent) },
    }),
    changePassword: async (app, agent) => ({
      headers: { cookie: `raahi_reset=${await makeResetTicket(app.database, agent)}` },
      body: {
        email: agent.email,
        newPassword: factoryPassword,
        confirmNewPassword: factoryPassword,
      },
    }),
    confirmEmail: async (app, agent) => ({
      body: { token: await makeConfirmationToken(app.database, agent) },
    }),
    resendConfirmation: async (app, agent) => {
      await app.db
        .updateTable('users')
        .set({ email_confirmed_at: null })
        .where('id', '=', agent.id)
        .execute()
      return {}
    },
    getUserById: async (_, agent) => ({ params: { id: agent.id } }),
    getUserKyc: async (_, agent) => ({ params: { userId: agent.id } }),
    listUsers: async () => ({ query: { name: 'agent', page: 2 } }),
    updateUser: async (_, agent) => ({
      body: { userId: agent.id, name: 'Asha Rao', email: agent.email },
    }),
    suspendUser: async (_, agent) => ({
      params: { userId: agent.id },
      query: { status: 'suspended' },
    }),
    updateImageOfUser: async () => ({
      body: formOf({}, { field: 'profile', name: 'me.png', bytes: await onePixel }),
    }),
    changeOwnPassword: async () => ({
      body: {
        currentPassword: factoryPassword,
        newPassword: 'another one',
        confirmNewPassword: 'another one',
      },
    }),
    listOwnSessions: async () => ({}),
    listUserSessions: async (_, agent) => ({ params: { userId: agent.id } }),
    endOwnSession: async (app, agent) => ({ params: { id: await sessionOf(app, agent) } }),
    endOwnSessions: async () => ({}),
    verifyTwoFactor: async (app) => {
      const admin = await makeAdmin(app.db)
      const { recoveryCodes } = await giveTwoFactor(app, admin)
      return { body: { challenge: await makeChallenge(app, admin), code: recoveryCodes[0] } }
    },
    getTwoFactor: async () => ({}),
    startTwoFactor: async () => ({ body: { currentPassword: factoryPassword } }),
    confirmTwoFactor: async (app) => ({
      body: { code: codeOf(await storeUnconfirmedApp(app, await newestAdmin(app))) },
    }),
    renewRecoveryCodes: async (app) => {
      const { key } = await giveTwoFactor(app, await newestAdmin(app))
      return { body: { currentPassword: factoryPassword, code: codeOf(key) } }
    },
    turnOffTwoFactor: async (app) => {
      const { key } = await giveTwoFactor(app, await newestAdmin(app))
      return { body: { currentPassword: factoryPassword, code: codeOf(key) } }
    },
    getOwnKyc: async () => ({}),
    submitKyc: async () => ({ body: formOf({}, { name: 'pan.png', bytes: await onePixel }) }),
    listKyc: async () => ({ query: { status: 'submitted' } }),
    decideKyc: async (app, agent) => {
      const { kyc_version: version } = await app.db
        .updateTable('users')
        .set({ kyc_file: uuidv7(), kyc_name: 'pan.pdf', kyc_type: 'application/pdf' })
        .where('id', '=', agent.id)
        .returning('kyc_version')
        .executeTakeFirstOrThrow()
      return { params: { userId: agent.id }, body: { version, action: 'approve' } }
    },
  },
}

async function sessionOf({ db }: TestApp, { id }: MadeUser): Promise<string> {
  const { id: sessionId } = await db
    .insertInto('sessions')
    .values({ id: uuidv7(), user_id: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return sessionId
}
