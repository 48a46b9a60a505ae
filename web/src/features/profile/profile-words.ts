import type { Role } from '@raahi/contract/users'
import { messageOf } from '../../lib/api-error.ts'

/** What is said where one's fields could not be saved. */
export function fieldsFailed(role: Role, error: unknown): string {
  const reason = messageOf(error)
  return role === 'admin'
    ? `Failed to update: ${reason}`
    : `Failed to update user profile. ${reason}`
}

/** What is said where one's picture could not be saved. */
export function pictureFailed(role: Role, error: unknown): string {
  const reason = messageOf(error)
  return role === 'admin'
    ? `Failed to update user: ${reason}`
    : `Failed to update user profile. ${reason}`
}
