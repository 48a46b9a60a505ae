import type { AgentRole } from '@raahi/contract/agency-roles'
import { useAccount } from './use-account.ts'

/** The role of the signed-in agent in the agency. The server decides; screens only leave out what it would refuse. */
export function useAgentRole(): AgentRole {
  return useAccount().user.agency?.role ?? 'owner'
}
