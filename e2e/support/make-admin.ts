import { randomUUID } from 'node:crypto'
import { createAdmin } from '../../server/src/features/auth/create-admin.ts'
import type { Account } from './api.ts'
import { onDatabase } from './database.ts'

/** Creates an admin for one test, which may change the account without effect on other tests. */
export async function makeAdmin(name: string): Promise<Account & { id: string }> {
  const fields = { name, email: `${randomUUID()}@admins.example`, password: 'Admin@12345' }
  const { id, email } = await onDatabase((database) => createAdmin(database, fields))
  return { id, emailOrPhone: email, password: fields.password }
}
