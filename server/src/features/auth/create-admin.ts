import { newPassword } from '@raahi/contract/auth'
import { invalidTexts } from '@raahi/contract/field-checks'
import { emailField, nameField, phoneField } from '@raahi/contract/fields'
import { staffRights } from '@raahi/contract/staff-rights'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import { sqlState } from '../../platform/database/errors.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { StartError } from '../../platform/start-error.ts'
import { createPasswords } from './public/passwords.ts'

const adminFields = z.object({
  name: nameField(),
  email: emailField(),
  password: newPassword,
  phone: z.preprocess((text) => text || undefined, phoneField(invalidTexts.phone).optional()),
})

/**
 * Creates an admin with all rights on the command line. Admins create others on the screen 'Staff'.
 * @param fields the fields as typed; `phone` is optional
 * @throws StartError with a sentence for each wrong field, or if another account has the email or phone number
 */
export async function createAdmin(
  database: Database,
  fields: { name: string; email: string; password: string; phone?: string },
): Promise<{ id: string; email: string }> {
  const parsed = adminFields.safeParse(fields)
  if (!parsed.success) {
    throw new StartError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
    )
  }
  const { name, email, password, phone } = parsed.data
  const id = uuidv7()
  const passwordHash = await createPasswords().hash(password)
  try {
    await withTransaction(database, async (tx) => {
      await tx
        .insertInto('users')
        .values({
          id,
          name,
          email,
          phone: phone ?? null,
          password_hash: passwordHash,
          company_name: 'Raahi',
          role: 'admin',
          rights: [...staffRights],
          email_confirmed_at: sql<Date>`now()`, // The operator vouches for the address.
        })
        .execute()
      await tx
        .insertInto('audit_log')
        .values({
          actor_id: null, // The command line has no signed-in user.
          actor_role: 'console',
          action: 'user.create-admin',
          subject_type: 'user',
          subject_id: id,
          after: JSON.stringify({ name, email, phone }),
        })
        .execute()
    })
  } catch (cause) {
    if (sqlState(cause) !== '23505') throw cause
    throw new StartError('An account with this email or phone number already exists.', { cause })
  }
  return { id, email }
}
