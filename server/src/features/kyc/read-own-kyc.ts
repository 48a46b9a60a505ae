import type { OwnKyc } from '@raahi/contract/kyc'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { findSettings } from '../settings/public/settings.queries.ts'
import { findKyc } from './kyc.queries.ts'
import { toOwnKyc } from './kyc-response.ts'

/** Reads an agent's KYC for the agent. */
export async function readOwnKyc(db: Kysely<Schema>, userId: string): Promise<OwnKyc> {
  const row = await findKyc(db, userId)
  if (!row) throw new Error('the agent was not found')
  return toOwnKyc(row, (await findSettings(db)).buyingNeedsKyc)
}
