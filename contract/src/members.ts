import { z } from 'zod'
import { agentRoles, invitedRoles } from './agency-roles.ts'
import { newPassword, requiredPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { emailField, id, idParams, instant, nameField, phoneField } from './fields.ts'
import { rupees, rupeesInput } from './money.ts'

/** A member of an agency, as other members see the person. */
const memberName = z.object({
  _id: id,
  name: z.string(),
  role: z.enum(agentRoles),
  /** By the owner or by Raahi. */
  suspended: z.boolean(),
})

export type MemberName = z.output<typeof memberName>

/** A person of an agency, as its owner sees the person. */
export const member = memberName.extend({
  email: z.string(),
  phone: z.string(),
  /** Suspended by Raahi, which the owner cannot change. */
  suspendedByRaahi: z.boolean(),
  /** What a buyer may buy on a day in India; null: no limit. */
  dailyLimit: rupees.nullable(),
  joinedAt: instant,
  /** When a session was last renewed; null: never. */
  lastActiveAt: instant.nullable(),
  /** Leads that are assigned to the member and neither won, lost nor returned. */
  openLeads: z.int(),
  /** In the last `memberFigureDays` days. */
  contacts: z.int(),
  quotes: z.int(),
  /** Of the member's leads; one that is not assigned counts for the person who moved it to Won. */
  won: z.int(),
  bought: z.int(),
})
export type Member = z.output<typeof member>

/** Number of past days that the figures of a member cover. */
export const memberFigureDays = 30

export const invitation = z.object({
  _id: id,
  email: z.string(),
  role: z.enum(invitedRoles),
  dailyLimit: rupees.nullable(),
  createdAt: instant,
  expiresAt: instant,
})
export type Invitation = z.output<typeof invitation>

const dailyLimit = rupeesInput({ invalid: 'Enter an amount of ₹1 or more.', minPaise: 100 })

const isLimitOfBuyer = ({ role, dailyLimit: limit }: { role: string; dailyLimit?: unknown }) =>
  role === 'buyer' || limit === null || limit === undefined
const limitOfBuyer = { error: 'Only a buyer has a daily limit.', path: ['dailyLimit'] }

export const listMemberNames = endpoint('GET', '/api/members/names', {
  name: 'listMemberNames',
  summary: 'List the members of the agency with name and role',
  access: 'agent',
  lowestRole: 'buyer',
  list: true,
  answer: z.array(memberName),
})

export const listMembers = endpoint('GET', '/api/members', {
  name: 'listMembers',
  summary: 'List the members of the agency with their contacts and work, and the open invitations',
  access: 'agent',
  list: true,
  answer: z.object({ members: z.array(member), invitations: z.array(invitation) }),
})

export const inviteBody = z
  .strictObject({
    email: emailField(),
    role: z.enum(invitedRoles, { error: 'Choose buyer or caller.' }),
    dailyLimit: dailyLimit.nullish(),
  })
  .refine(isLimitOfBuyer, limitOfBuyer)

export const inviteMember = endpoint('POST', '/api/members/invitations', {
  name: 'inviteMember',
  summary: 'Invite a person by email. Another invitation of this email stops working',
  access: 'agent',
  body: inviteBody,
  answer: invitation,
  status: 201,
  errors: ['EMAIL_TAKEN', 'MEMBER_LIMIT', 'TOO_MANY_REQUESTS'],
})

export const withdrawInvitation = endpoint('DELETE', '/api/members/invitations/{id}', {
  name: 'withdrawInvitation',
  summary: 'Withdraw an invitation. Its link stops working',
  access: 'agent',
  params: idParams,
  errors: ['INVITATION_NOT_FOUND'],
})

const invitationToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, { error: 'This link is not valid.' })

export const readInvitation = endpoint('POST', '/api/invitations/read', {
  name: 'readInvitation',
  summary: 'Read the invitation of a link',
  access: 'public',
  body: z.strictObject({ token: invitationToken }),
  answer: z.object({
    companyName: z.string(),
    email: z.string(),
    role: z.enum(invitedRoles),
    dailyLimit: rupees.nullable(),
  }),
  errors: ['INVITATION_ENDED', 'TOO_MANY_REQUESTS'],
})

export const acceptBody = z.strictObject({
  token: invitationToken,
  name: nameField(),
  phone: phoneField(),
  password: newPassword,
})

export const acceptInvitation = endpoint('POST', '/api/invitations/accept', {
  name: 'acceptInvitation',
  summary: 'Join the agency of a link. The link works once and confirms the email',
  access: 'public',
  body: acceptBody,
  answer: z.object({ email: z.string() }),
  status: 201,
  errors: ['INVITATION_ENDED', 'EMAIL_TAKEN', 'PHONE_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const updateMember = endpoint('PUT', '/api/members/{id}', {
  name: 'updateMember',
  summary: 'Set the role and daily limit of a member, and suspend or reactivate the member',
  access: 'agent',
  params: idParams,
  body: z
    .strictObject({
      role: z.enum(invitedRoles, { error: 'Choose buyer or caller.' }),
      dailyLimit: dailyLimit.nullable(),
      suspended: z.boolean(),
    })
    .refine(isLimitOfBuyer, limitOfBuyer),
  answer: member,
  errors: ['MEMBER_NOT_FOUND', 'OWNER_NOT_CHANGED'],
})

export const handOverAgency = endpoint('POST', '/api/members/{id}/hand-over', {
  name: 'handOverAgency',
  summary: 'Make another member the owner. The present owner becomes a buyer',
  access: 'agent',
  params: idParams,
  body: z.strictObject({ password: requiredPassword('Password is required') }),
  errors: [
    'MEMBER_NOT_FOUND',
    'MEMBER_SUSPENDED',
    'OWNER_NOT_CHANGED',
    'CURRENT_PASSWORD_WRONG',
    'TOO_MANY_REQUESTS',
  ],
})

export const markRoleShown = endpoint('POST', '/api/members/role-shown', {
  name: 'markRoleShown',
  summary: 'Record that the caller has read what the role means',
  access: 'agent',
  lowestRole: 'caller',
})

/** Leads of one call. */
const maxAssigned = 100

export const assignLeads = endpoint('POST', '/api/members/assignments', {
  name: 'assignLeads',
  summary:
    'Assign bought leads to a member, or in turn to the members that have the fewest open leads',
  access: 'agent',
  lowestRole: 'buyer',
  body: z.strictObject({
    leadIds: z
      .array(id)
      .min(1, { error: 'Choose a lead.' })
      .max(maxAssigned, { error: `At most ${maxAssigned} leads.` }),
    /** Null: to no member. Absent: in turn to the callers, or without callers to all members. */
    memberId: id.nullish(),
  }),
  answer: z.object({ assigned: z.array(z.object({ leadId: id, memberId: id.nullable() })) }),
  errors: ['LEAD_NOT_FOUND', 'MEMBER_NOT_FOUND', 'MEMBER_SUSPENDED'],
})

/** The path of the page that accepts an invitation. The token is in the fragment, which browsers send to no server. */
export const invitationPath = (token: string) => `/join#${token}`
