import { type InvitedRole, invitationDays } from '@raahi/contract/agency-roles'
import { invitationPath } from '@raahi/contract/members'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'

const roleTexts: Record<InvitedRole, string> = {
  buyer: 'You can buy travel leads for the agency, and contact the travellers.',
  caller: 'You can contact the travellers whose leads are assigned to you, and send them quotes.',
}

/** Invites a person to an agency. The address is not confirmed, so the mail names neither the agency nor its owner. */
export function invitationMail(
  to: Recipient,
  { token, role }: { token: string; role: InvitedRole },
  publicUrl: string,
): MailDraft {
  return {
    to,
    subject: 'You are invited to a travel agency on Raahi',
    heading: 'Join your agency on Raahi',
    paragraphs: [
      'A travel agency that uses Raahi has invited this address. Open the link below to see which one, and choose your own password.',
      roleTexts[role],
      `The link works once, for ${invitationDays} days.`,
    ],
    action: { label: 'See the invitation', url: `${publicUrl}${invitationPath(token)}` },
    note: 'If you do not expect an invitation, please ignore this email. Nothing happens unless you open the link and join.',
  }
}

/** Notifies the new owner of an agency. */
export function handedOverMail(to: Recipient, from: string, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'You now own your agency on Raahi',
    heading: 'The agency was handed over to you',
    paragraphs: [
      'You can now add money, buy plans, and decide who works in the agency. The previous owner is a buyer now.',
    ],
    facts: [['Previous owner', userText(from)]],
    action: { label: 'See the members', url: `${publicUrl}/dashboard/members` },
  }
}
