import type { Role } from '@raahi/contract/users'
import { errorWithReason } from '../../lib/api-error.ts'

/** The message if the fields could not be saved. */
export function formatFieldsError(role: Role, error: unknown): string {
  return role === 'admin'
    ? errorWithReason(error, 'Failed to update', ': ')
    : errorWithReason(error, 'Failed to update user profile')
}

/** The message if the picture could not be saved. */
export function formatPictureError(role: Role, error: unknown): string {
  return role === 'admin'
    ? errorWithReason(error, 'Failed to update user', ': ')
    : errorWithReason(error, 'Failed to update user profile')
}
