import type { User } from '@raahi/contract/users'
import { useMay } from '../../lib/session.ts'

/** Whether the signed-in admin may change a user: agents with the right `agents`, admins with `settings`. */
export function useMayChange({ role }: Pick<User, 'role'>): boolean {
  return useMay(role === 'admin' ? 'settings' : 'agents')
}
