import { z } from 'zod'
import { isUnset, oneOf, type Problem } from './setting-types.ts'

export interface TwoFactorSettings {
  /** Whether every admin must have it; else whoever wants it. */
  required: boolean
  /** What secrets are sealed with, 32 bytes in base 64: the first one seals, the others still open. */
  keys: readonly string[]
  /** Where there are no keys: whether one is made and kept below `dataDir`, beside the embedded database. */
  keyFile: boolean
}

/** The settings of two-factor login, as they stand in the environment. */
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

/** How many bytes a text of base 64 stands for; 0 where it is none. */
function keyBytes(text: string): number {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64').length : 0
}

/** What is wrong between these settings. */
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
