import { createECDH } from 'node:crypto'
import { z } from 'zod'
import { type Problem, setTogether } from './setting-types.ts'

/** How alerts reach browsers by web push. */
export interface PushSettings {
  /** The key pair of the product, base64url. Undefined: the product makes one and stores it encrypted. */
  keys: { publicKey: string; privateKey: string } | undefined
  /** Where push services can reach the company: a mailto: address. */
  contact: string
}

const key = (name: string, bytes: number) =>
  z
    .string()
    .trim()
    .refine((text) => keyBytes(text) === bytes, {
      // The value may be a private key and is not repeated.
      error: `${name} must be a key of ${bytes} bytes in base64url, as \`npx web-push generate-vapid-keys\` prints.`,
    })
    // The padding of base64, which the encryption of messages rejects.
    .transform((text) => text.replace(/=+$/, ''))
    .optional()

/** Settings of web push, from the environment. */
export const pushSettings = {
  VAPID_PUBLIC_KEY: key('VAPID_PUBLIC_KEY', 65),
  VAPID_PRIVATE_KEY: key('VAPID_PRIVATE_KEY', 32),
}
export type PushInput = z.output<z.ZodObject<typeof pushSettings>>

/** Contradictions between these settings. */
export const pushProblems: readonly Problem<PushInput>[] = [
  {
    holds: (set) => setTogether(set.VAPID_PUBLIC_KEY, set.VAPID_PRIVATE_KEY),
    error: 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together.',
  },
  {
    holds: ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }) =>
      !publicKey || !privateKey || publicKeyOf(privateKey) === publicKey,
    error: 'VAPID_PUBLIC_KEY must be the public key of VAPID_PRIVATE_KEY.',
  },
]

/** @param email of the company, or of its contact form */
export function pushOf(set: PushInput, email: string): PushSettings {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = set
  return {
    keys: publicKey && privateKey ? { publicKey, privateKey } : undefined,
    contact: `mailto:${email}`,
  }
}

/** Number of bytes that a base64url text encodes. 0 if it is not base64url. */
function keyBytes(text: string): number {
  return /^[A-Za-z0-9_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url').length : 0
}

/** @returns undefined if it is not a private key of the curve P-256 */
function publicKeyOf(privateKey: string): string | undefined {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(privateKey, 'base64url')
    return curve.getPublicKey('base64url')
  } catch {
    return undefined
  }
}
