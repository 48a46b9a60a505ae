/**
 * The roles of an agency's members. The owner may do everything. A buyer browses, buys within a daily limit and works
 * all leads. A caller works the leads that are assigned to it and learns nothing about money.
 */
export const agentRoles = ['owner', 'buyer', 'caller'] as const
export type AgentRole = (typeof agentRoles)[number]

/** An agency has one owner, so only these roles are given by invitation. */
export const invitedRoles = ['buyer', 'caller'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/** Whether a role has all rights of another. */
export function hasRightsOf(role: AgentRole, lowest: AgentRole): boolean {
  return agentRoles.indexOf(role) <= agentRoles.indexOf(lowest)
}

/** Members of an agency, with the open invitations. */
export const maxMembers = 50
/** An invitation works for so many days. */
export const invitationDays = 7
