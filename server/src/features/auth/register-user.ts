import type { registerBody } from '@raahi/contract/auth'
import type { Role, User } from '@raahi/contract/users'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Config } from '../../config/index.ts'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type KycDocument, readKycDocument } from '../../platform/files/kyc-document.ts'
import { withStoredFile } from '../../platform/files/named-files.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { clientOf } from '../../platform/http/rate-limit.ts'
import { openWallet } from '../../platform/ledger/open-wallet.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { checkInvoiceTexts } from '../users/public/check-invoice-texts.ts'
import { rejectTakenKeys, rejectUniqueViolation } from '../users/public/reject-taken-keys.ts'
import { toUser } from '../users/public/user-response.ts'
import { findUser } from '../users/public/users.queries.ts'
import { refuseCommonPassword } from './public/common-passwords.ts'
import { mailConfirmation } from './public/confirm-email.ts'
import { accountCreatedMail } from './public/confirmation-mails.ts'
import type { Passwords } from './public/passwords.ts'

export interface Registration {
  fields: z.output<typeof registerBody>
  kyc: UploadedFile | null
  /** An admin, or an anonymous client (`adminId` is null). */
  by: Omit<Actor, 'userId'> & { adminId: string | null }
}

type Deps = {
  database: Database
  config: Config
  files: FileStore
  pictures: Pictures
  passwords: Passwords
  queueMail: QueueMail
}

/**
 * Creates an agent's account with an empty wallet and stores its KYC document, all in one transaction. The email is not
 * confirmed yet and gets a mail with a link; if an admin creates the account, the mail says how to set a password.
 * @throws ApiFailure VALIDATION_FAILED for a common password or a text that invoices cannot show; EMAIL_TAKEN, PHONE_TAKEN, UNSUPPORTED_FILE_TYPE,
 * FILE_TOO_LARGE; SERVICE_UNAVAILABLE if the server is overloaded
 */
export async function registerUser(deps: Deps, { fields, kyc, by }: Registration): Promise<User> {
  const { database } = deps
  refuseCommonPassword(deps.config, 'password', fields.password)
  checkInvoiceTexts(fields)
  // Checked before the expensive steps. The unique indexes are the final check.
  await rejectTakenKeys(database.kysely, fields)
  const sender = by.adminId ? { userId: by.adminId } : { address: clientOf(by.ip) }
  const document = kyc && (await readKycDocument(deps.pictures, kyc, sender))
  const passwordHash = await deps.passwords.hash(fields.password)
  const id = uuidv7()

  return withStoredFile(deps, 'kyc', document, async (kycFile) => {
    try {
      return await withTransaction(database, async (tx) => {
        await insertAgent(tx, { id, fields, passwordHash, document, kycFile })
        await recordAction(
          tx,
          { ...by, userId: by.adminId ?? id },
          {
            action: 'user.register',
            subjectType: 'user',
            subjectId: id,
            after: { name: fields.name, email: fields.email, phone: fields.phone },
          },
        )
        const user = await findUser(tx, id)
        if (!user) throw new Error('the new user was not found')
        if (by.adminId) {
          await deps.queueMail(tx, accountCreatedMail(recipientOf(user), deps.config.publicUrl))
        } else await mailConfirmation(tx, deps, user)
        const viewerRole: Role = by.adminId ? 'admin' : 'user'
        return toUser(user, viewerRole)
      })
    } catch (error) {
      await rejectUniqueViolation(database.kysely, error, fields)
      throw error
    }
  })
}

async function insertAgent(
  tx: Transaction,
  agent: {
    id: string
    fields: Registration['fields']
    passwordHash: string
    document: KycDocument | null
    kycFile: string | null
  },
): Promise<void> {
  const { id, fields, document, kycFile } = agent
  await tx
    .insertInto('users')
    .values({
      id,
      name: fields.name,
      email: fields.email,
      phone: fields.phone,
      password_hash: agent.passwordHash,
      city: fields.city,
      company_name: fields.companyName,
      role: 'user',
      kyc_file: kycFile,
      kyc_name: document?.name ?? null,
      kyc_type: document?.type ?? null,
    })
    .execute()
  await openWallet(tx, id)
}
