import type { AgentRole } from '@raahi/contract/agency-roles'

export const agentRoleLabels: Record<AgentRole, string> = {
  owner: 'Owner',
  buyer: 'Buyer',
  caller: 'Caller',
}

/** What a role means, in two sentences. */
export const agentRoleMeanings: Record<AgentRole, string> = {
  owner: 'Does everything: wallet, plans, invoices, keys and members. An agency has one owner.',
  buyer:
    'Buys leads from the wallet of the agency, within the daily limit, and works all leads. Does not add money, and sees no invoices and no contacts of members.',
  caller:
    'Calls, writes and quotes to the travellers whose leads are assigned to the caller. Sees no price, wallet, plan or other lead.',
}
