import { z } from 'zod'
import { isUnset, oneOf, type Problem } from './setting-types.ts'

export interface TwoFactorSettings {
  /** Whether every admin needs a second factor. Otherwise it is optional. */
  required: boolean
  /** Encryption keys of the secrets, 32 bytes in base64. The first key encrypts, all keys decrypt. */
  keys: readonly string[]
  /** Whether to create a key below `dataDir` if no key is set. Only with the embedded database. */
  keyFile: boolean
}

/** Settings of two-factor login, from the environment. */
export const twoFactorSettings = {
  ADMIN_TWO_FACTOR: oneOf('ADMIN_TWO_FACTOR', ['optional', 'required']).default('optional'),
  TWO_FACTOR_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => keyBytes(key) === 32), {
      // The value is a secret and is not repeated.
      error:
        'TWO_FACTOR_KEY must be 32 random bytes in base64, as `openssl rand -base64 32` prints, or several separated by commas.',
    })
    .optional(),
}
export type TwoFactorInput = z.output<z.ZodObject<typeof twoFactorSettings>> & {
  DATABASE_URL?: string | undefined
}

/** Number of bytes that a base64 text encodes. 0 if it is not base64. */
function keyBytes(text: string): number {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64').length : 0
}

/** Contradictions between these settings. */
export const twoFactorProblems: readonly Problem<TwoFactorInput>[] = [
  {
    holds: (set) =>
      set.ADMIN_TWO_FACTOR !== 'required' ||
      isUnset(set.DATABASE_URL) ||
      !isUnset(set.TWO_FACTOR_KEY),
    error:
      'ADMIN_TWO_FACTOR=required needs TWO_FACTOR_KEY: without it no admin could set up the second factor.',
  },
]

export function twoFactorOf(set: TwoFactorInput): TwoFactorSettings {
  return {
    required: set.ADMIN_TWO_FACTOR === 'required',
    keys: set.TWO_FACTOR_KEY ?? [],
    keyFile: isUnset(set.TWO_FACTOR_KEY) && isUnset(set.DATABASE_URL),
  }
}
