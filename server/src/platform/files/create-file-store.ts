import type { Config } from '../../config/index.ts'
import type { FileStore } from './file-store.ts'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'

/** Creates the file store of the settings: an S3 bucket, or a folder. */
export function createFileStore({ s3, dataDir }: Config): FileStore {
  return s3 ? createS3Store(s3) : createLocalStore(dataDir)
}
