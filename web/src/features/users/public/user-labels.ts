import { shortId } from '@raahi/contract/formats'
import type { ListedUser, Role, User, UserStatus } from '@raahi/contract/users'
import type { StatusTone } from '../../../ui/status-badge.tsx'

export const roleLabels: Record<Role, string> = { admin: 'Admin', user: 'Agent' }

export const statusLooks: Record<UserStatus, { tone: StatusTone; text: string }> = {
  active: { tone: 'success', text: 'Active' },
  suspended: { tone: 'danger', text: 'Suspended' },
}

export const statusLabels: Record<UserStatus, string> = {
  active: statusLooks.active.text,
  suspended: statusLooks.suspended.text,
}

/** The name to show; old records may lack one. */
export function nameOf({ name }: Pick<User, 'name'>): string {
  return name.trim() || 'Vendor'
}

/** The address of the list that shows only this user. The search field shows the short id. */
export function userAddress({ _id }: Pick<User, '_id'>): string {
  return `/dashboard/users?search=${shortId(_id)}`
}

/** 'member: Meera Nair': the members of an agency that a search has found; null if it found none. */
export function foundMembersText(members: ListedUser['members']): string | null {
  const names = members?.flatMap(({ isFound, name }) => (isFound ? [name] : [])) ?? []
  return names.length > 0 ? `member: ${names.join(', ')}` : null
}
