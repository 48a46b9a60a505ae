import type { CallInput } from '@raahi/contract/endpoint'
import {
  assignLeads,
  handOverAgency,
  inviteMember,
  listMemberNames,
  listMembers,
  markRoleShown,
  updateMember,
  withdrawInvitation,
} from '@raahi/contract/members'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { accountKey, membersKey, pipelineKey, purchasesKey } from '../../../lib/query-keys.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import { useAgentRole } from '../../account/public/use-agent-role.ts'

export const membersQuery = queryOptions({
  queryKey: [...membersKey, 'list'],
  queryFn: ({ signal }) => call(listMembers, {}, { signal }),
})

export const memberNamesQuery = queryOptions({
  queryKey: [...membersKey, 'names'],
  queryFn: ({ signal }) => call(listMemberNames, {}, { signal }),
  staleTime: 60_000,
})

/**
 * The members to which the signed-in agent can assign leads. Empty for a caller, in an agency of one, and until they are
 * loaded.
 */
export function useAssignees() {
  const mayAssign = useAgentRole() !== 'caller'
  const { data } = useQuery({ ...memberNamesQuery, enabled: mayAssign })
  const active = data?.filter(({ suspended }) => !suspended) ?? []
  return active.length > 1 ? active : []
}

export const useAssignLeads = () =>
  useSingleMutation({
    mutationFn: (body: CallInput<typeof assignLeads>['body']) => call(assignLeads, { body }),
    refreshes: [pipelineKey, purchasesKey, membersKey],
  })

export type InvitationInput = CallInput<typeof inviteMember>['body']

export const useInviteMember = () =>
  useSingleMutation({
    mutationFn: (body: InvitationInput) => call(inviteMember, { body }),
    refreshes: [membersKey],
  })

export const useWithdrawInvitation = () =>
  useSingleMutation({
    mutationFn: (id: string) => call(withdrawInvitation, { params: { id } }),
    refreshes: [membersKey],
  })

export type MemberInput = { id: string; body: CallInput<typeof updateMember>['body'] }

export const useUpdateMember = () =>
  useSingleMutation({
    mutationFn: ({ id, body }: MemberInput) => call(updateMember, { params: { id }, body }),
    refreshes: [membersKey],
  })

export const useHandOver = () =>
  useSingleMutation({
    mutationFn: ({ id, password }: { id: string; password: string }) =>
      call(handOverAgency, { params: { id }, body: { password } }),
    refreshes: [accountKey],
  })

export const useMarkRoleShown = () =>
  useSingleMutation({
    mutationFn: (_: undefined) => call(markRoleShown),
    refreshes: [accountKey],
  })
