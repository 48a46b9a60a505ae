import * as contract from '@raahi/contract/members'
import { sql } from 'kysely'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import { hitRateLimit, limitByAddress, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { assignLeads } from './assign-leads.ts'
import { handOverAgency, updateMember } from './change-members.ts'
import { findInvitations, inviteMember, withdrawInvitation } from './invitations.ts'
import { findMemberNames, findMembers } from './members.queries.ts'

/** Each invitation mails an address that the owner has typed. */
const invitationsPerAgency: RateLimit = { max: 100, windowSeconds: 24 * 60 * 60 }
/** A token of 256 bits cannot be guessed; these limit the load, of which a password hash is the largest part. */
const readsPerAddress: RateLimit = { max: 120, windowSeconds: 10 * 60 }
const joinsPerAddress: RateLimit = { max: 60, windowSeconds: 60 * 60 }

type Deps = RouteDeps & { config: Config; passwords: Passwords; queueMail: QueueMail }

export function addMemberRoutes(deps: Deps): void {
  const { addRoute, database } = deps
  const mailing = { ...deps, publicUrl: deps.config.publicUrl }

  addRoute(contract.listMemberNames, async (call) => ({
    data: await readList(database, call, ({ kysely }) =>
      findMemberNames(kysely, call.caller.agencyId),
    ),
  }))

  addRoute(contract.listMembers, async (call) => ({
    data: await readList(database, call, async ({ kysely }) => ({
      members: await findMembers(kysely, call.caller.agencyId),
      invitations: await findInvitations(kysely, call.caller.agencyId),
    })),
  }))

  addRoute(contract.inviteMember, async (call) => {
    const { agencyId } = call.caller
    await hitRateLimit(database, { key: `invitations of ${agencyId}`, ...invitationsPerAgency })
    return { data: await inviteMember(mailing, { agencyId, actor: actorOf(call) }, call.body) }
  })

  addRoute(contract.withdrawInvitation, async (call) => {
    const by = { agencyId: call.caller.agencyId, actor: actorOf(call) }
    await withdrawInvitation(database, by, call.params.id)
    return {}
  })

  addRoute(contract.updateMember, async (call) => {
    const by = { caller: call.caller, actor: actorOf(call) }
    return { data: await updateMember(mailing, by, call.params.id, call.body) }
  })

  addRoute(contract.handOverAgency, async (call) => {
    const by = { caller: call.caller, actor: actorOf(call) }
    await handOverAgency(mailing, by, call.params.id, call.body.password)
    return {}
  })

  addRoute(contract.markRoleShown, async ({ caller }) => {
    await sql`update users set role_shown_at = now() where id = ${caller.userId} and role_shown_at is null`.execute(
      database.kysely,
    )
    return {}
  })

  addRoute(contract.assignLeads, async ({ caller, body }) => ({
    data: { assigned: await assignLeads(database, caller.agencyId, body) },
  }))

  addInvitationRoutes(deps)
}

/** The calls of an invited person, who has no account yet. */
function addInvitationRoutes(deps: Deps): void {
  const { addRoute, database } = deps

  addRoute(
    contract.readInvitation,
    { beforeBody: limitByAddress(deps, 'invitation', readsPerAddress) },
    async ({ body }) => ({ data: await readInvitation(database, body.token) }),
  )

  addRoute(
    contract.acceptInvitation,
    { beforeBody: limitByAddress(deps, 'join', joinsPerAddress) },
    async ({ body, request }) => {
      const by = { requestId: request.id, ip: request.ip }
      return { data: await acceptInvitation(deps, body, by) }
    },
  )
}
