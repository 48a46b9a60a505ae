import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { hashToken } from '../../platform/http/caller.ts'
import { factoryPassword, type MadeUser, makeMember, makePurchase } from '../factories.ts'
import { type TestApp, uniqueText } from '../test-app.ts'
import type { AccessCalls } from './access-calls.ts'

/** An open invitation to an agency. */
export async function makeInvitation(
  { db }: Pick<TestApp, 'db'>,
  agent: { id: string },
  fields: { email?: string; role?: 'buyer' | 'caller'; daily_limit_paise?: number } = {},
): Promise<{ id: string; token: string; email: string }> {
  const invitation = { id: uuidv7(), email: `${uniqueText()}@example.com`, role: 'caller' as const }
  const token = randomBytes(32).toString('base64url')
  const { id, email } = await db
    .insertInto('member_invitations')
    .values({
      ...invitation,
      ...fields,
      agency_id: agent.id,
      invited_by: agent.id,
      token_hash: hashToken(token),
      expires_at: sql<Date>`now() + interval '7 days'`,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  return { id, token, email }
}

export const newPhone = () => `+919${String(Math.random()).slice(2, 11).padEnd(9, '0')}`

/** The calls about the members of an agency. */
export const memberCalls: AccessCalls = {
  statuses: {
    //                   an. gar exp ref end sus age oth adm
    listMemberNames: '   401 401 401 401 401 401 200 200 403',
    listMembers: '       401 401 401 401 401 401 200 200 403',
    inviteMember: '      401 401 401 401 401 401 201 201 403',
    withdrawInvitation: '401 401 401 401 401 401 200 404 403',
    readInvitation: '    200 200 200 200 200 200 200 200 200',
    acceptInvitation: '  201 201 201 201 201 201 201 201 201',
    updateMember: '      401 401 401 401 401 401 200 404 403',
    handOverAgency: '    401 401 401 401 401 401 200 404 403',
    markRoleShown: '     401 401 401 401 401 401 200 200 403',
    assignLeads: '       401 401 401 401 401 401 200 404 403',
  },
  notFound: {
    withdrawInvitation: 'INVITATION_NOT_FOUND',
    updateMember: 'MEMBER_NOT_FOUND',
    handOverAgency: 'MEMBER_NOT_FOUND',
    assignLeads: 'LEAD_NOT_FOUND',
  },
  requests: {
    listMemberNames: async () => ({}),
    listMembers: async () => ({}),
    inviteMember: async () => ({ body: { email: `${uniqueText()}@example.com`, role: 'caller' } }),
    withdrawInvitation: async (app, agent) => ({
      params: { id: (await makeInvitation(app, agent)).id },
    }),
    readInvitation: async (app, agent) => ({
      body: { token: (await makeInvitation(app, agent)).token },
    }),
    acceptInvitation: async (app, agent) => ({
      body: {
        token: (await makeInvitation(app, agent)).token,
        name: 'Meera Nair',
        phone: newPhone(),
        password: factoryPassword,
      },
    }),
    updateMember: async (app, agent) => ({
      params: { id: await memberOf(app, agent) },
      body: { role: 'caller', dailyLimit: null, suspended: true },
    }),
    handOverAgency: async (app, agent) => ({
      params: { id: await memberOf(app, agent) },
      body: { password: factoryPassword },
    }),
    markRoleShown: async () => ({}),
    assignLeads: async (app, agent) => ({
      body: { leadIds: [await makePurchase(app.database, agent.id)], memberId: null },
    }),
  },
}

async function memberOf({ db }: TestApp, agent: MadeUser): Promise<string> {
  return (await makeMember(db, agent, { agent_role: 'buyer' })).id
}
