import { join } from 'node:path'
import type { Config } from '../config.ts'

/** Folder of the KYC documents. */
export function kycFolder(config: Config): string {
  return join(config.dataDir, 'files', 'kyc')
}
