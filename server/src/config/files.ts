import { z } from 'zod'
import { isUnset, origin, type Problem, setTogether } from './setting-types.ts'

/** The bucket that stores uploaded files instead of a folder. */
export interface S3Settings {
  bucket: string
  region: string
  /** Origin of a store other than Amazon's. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

/** Settings of the file store, from the environment. */
export const fileSettings = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
      error:
        'S3_BUCKET must be the name of a bucket: 3 to 63 lowercase letters, digits, - and dots.',
    })
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, { error: 'S3_REGION must be a region such as ap-south-1.' })
    .optional(),
  S3_ENDPOINT: origin('S3_ENDPOINT', 'https://s3.example.org').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
}
export type FileSettings = z.output<z.ZodObject<typeof fileSettings>>

/** Contradictions between these settings. */
export const fileProblems: readonly Problem<FileSettings>[] = [
  {
    holds: (set) => setTogether(set.S3_BUCKET, set.S3_ACCESS_KEY_ID, set.S3_SECRET_ACCESS_KEY),
    error: 'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.',
  },
  {
    holds: (set) => isUnset(set.S3_BUCKET) || !isUnset(set.S3_REGION ?? set.S3_ENDPOINT),
    error: 'S3_BUCKET needs S3_REGION, or S3_ENDPOINT for a store other than Amazon S3.',
  },
  {
    holds: (set) => !isUnset(set.S3_BUCKET) || isUnset(set.S3_REGION ?? set.S3_ENDPOINT),
    error: 'S3_REGION and S3_ENDPOINT need S3_BUCKET.',
  },
]

/** @returns undefined if files are stored in a folder */
export function s3Of(set: FileSettings): S3Settings | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = set
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    bucket: S3_BUCKET,
    // Stores other than Amazon's accept any region.
    region: set.S3_REGION ?? 'us-east-1',
    endpoint: S3_ENDPOINT,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}
