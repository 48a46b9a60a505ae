import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { isEmail } from '@raahi/contract/fields'
import { z } from 'zod'
import {
  type GatewaySettings,
  gatewayOf,
  type PaymentSettings,
  paymentProblems,
  paymentSettings,
  type SellerSettings,
  sellerOf,
} from './payment-settings.ts'
import { StartError } from './start-error.ts'

const PROJECT_FOLDER = join(import.meta.dirname, '../..')
const LOOPBACK = ['127.0.0.1', '::1']
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting of the product, checked and complete. */
export type Config = Readonly<{
  nodeEnv: 'production' | 'development' | 'test'
  logLevel: (typeof LOG_LEVELS)[number]
  port: number
  /** The addresses to listen on. */
  hosts: readonly string[]
  /** Where people reach the product: scheme, host and port, no slash at the end. */
  publicUrl: string
  /** The origins that are the product itself, for CORS and for calls that act on a cookie. */
  ownOrigins: readonly string[]
  /** What Fastify's `trustProxy` takes. */
  trustProxy: boolean | number | string[]
  /** Client addresses that no per-address limit applies to. */
  rateLimitAllow: readonly string[]
  /** Absolute. */
  dataDir: string
  /** Unset: the embedded database. */
  databaseUrl: string | undefined
  /** The most database connections of this process, beside the three of its job queue. */
  databasePoolSize: number
  /** Where the web app was built to find the API; unset: where it came from. */
  webApiOrigin: string | undefined
  /** Everything can be tried: the embedded database, reachable from this machine alone. */
  trial: boolean
  demoData: boolean
  /** Unset: each mail is written to a file. */
  smtpUrl: string | undefined
  /** The sender of every mail. */
  mailFrom: Readonly<{ name: string; address: string }>
  /** Unset: files are kept below `dataDir`. */
  s3: Readonly<S3Settings> | undefined
  gateway: Readonly<GatewaySettings>
  /** What stands on every invoice. */
  invoices: Readonly<{ seller: Readonly<SellerSettings>; sac: string }>
  /** Made at the start where no admin exists. */
  firstAdmin: Readonly<{ email: string; password: string }> | undefined
}>

interface S3Settings {
  bucket: string
  region: string
  /** Origin of a store that is not Amazon's. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Reads and checks all settings; the only place where the environment is read. A setting that is empty counts as
 * unset.
 * @throws StartError with one sentence for each wrong setting, all of them at once.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map(({ message }) => message).join('\n'))
  }
  const set = parsed.data
  const hosts = set.HOST ? [set.HOST] : LOOPBACK
  const loopbackOnly = hosts.every(isLoopback)
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`
  // Behind a proxy it is not on loopback alone: an address of its own gives that away.
  const trial =
    set.DATABASE_URL === undefined && loopbackOnly && isLoopback(new URL(publicUrl).hostname)
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = set
  return deepFreeze({
    nodeEnv: set.NODE_ENV,
    logLevel: set.LOG_LEVEL,
    port: set.PORT,
    hosts,
    publicUrl,
    ownOrigins: [...new Set([publicUrl, ...(loopbackOnly ? loopbackOrigins(set.PORT) : [])])],
    trustProxy: set.TRUST_PROXY,
    rateLimitAllow: set.RATE_LIMIT_ALLOW,
    dataDir: set.DATA_DIR ? resolve(set.DATA_DIR) : join(PROJECT_FOLDER, '.data'),
    databaseUrl: set.DATABASE_URL,
    databasePoolSize: set.DATABASE_POOL_SIZE,
    webApiOrigin: set.VITE_API_BASE_URL,
    trial,
    demoData: set.DEMO_DATA ? set.DEMO_DATA === 'on' : trial,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    s3: s3SettingsOf(set),
    gateway: gatewayOf(set, trial),
    invoices: { seller: sellerOf(set), sac: set.INVOICE_SAC },
    firstAdmin: email && password ? { email, password } : undefined,
  })
}

function s3SettingsOf(set: z.output<typeof settings>): S3Settings | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = set
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    bucket: S3_BUCKET,
    // Stores that are not Amazon's take any region.
    region: set.S3_REGION ?? 'us-east-1',
    endpoint: S3_ENDPOINT,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

const isLoopback = (host: string) =>
  host === 'localhost' ||
  host === '::1' ||
  host === '[::1]' ||
  (isIP(host) === 4 && host.startsWith('127.'))

const loopbackOrigins = (port: number) =>
  ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin)

function wholeNumber(name: string, from: number, to: number, fallback: number) {
  const error = `${name} must be a whole number from ${from} to ${to}.`
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error })
    .default(fallback)
}

function oneOf<const T extends readonly string[]>(name: string, values: T) {
  return z.enum(values, { error: `${name} must be one of ${values.join(', ')}.` })
}

const publicUrl = z
  .string()
  .refine(isOrigin, {
    error:
      'PUBLIC_URL must be an http or https address without a path, such as https://example.org.',
  })
  .transform((text) => new URL(text).origin)

const apiBaseUrl = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'VITE_API_BASE_URL must be an http or https address.',
  })
  .transform((text) => new URL(text).origin)

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username
  )
}

const s3Endpoint = z
  .string()
  .refine(isOrigin, {
    error:
      'S3_ENDPOINT must be an http or https address without a path, such as https://s3.example.org.',
  })
  .transform((text) => new URL(text).origin)

const databaseUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), {
    // The value holds a password and is not repeated.
    error: 'DATABASE_URL must be an address such as postgresql://user:password@host:5432/database.',
  })

const smtpUrl = z.string().refine((text) => isAddressOf(URL.parse(text), /^smtps?:$/), {
  // The value holds a password and is not repeated.
  error: 'SMTP_URL must be an address such as smtps://user:password@host:465.',
})

function isAddressOf(url: URL | null, protocol: RegExp): boolean {
  return url !== null && protocol.test(url.protocol) && url.hostname !== ''
}

const mailFrom = z
  .string()
  .trim()
  .transform((text, context) => {
    const [, name, address = text] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? []
    if (!isEmail(address)) {
      context.addIssue('MAIL_FROM must be an address such as Raahi <no-reply@raahi.example>.')
      return z.NEVER
    }
    return { name: name?.trim().replace(/^"(.*)"$/, '$1') ?? '', address }
  })

const host = z
  .string()
  .refine((text) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text), {
    error: 'HOST must be an address or a host name, such as 127.0.0.1 or 0.0.0.0.',
  })

const addresses = z
  .string()
  .transform(splitList)
  .refine((list) => list.every((address) => isIP(address) !== 0), {
    error: 'RATE_LIMIT_ALLOW must be IP addresses separated by commas.',
  })

// Trusting a header that anyone may send is what lets anyone pass for another address, hence the exact forms.
const trustProxy = z
  .string()
  .refine(
    (text) => ['on', 'off'].includes(text) || /^\d$/.test(text) || splitList(text).every(isNetwork),
    {
      error:
        'TRUST_PROXY must be off, on, the number of proxies, or their addresses separated by commas.',
    },
  )
  .transform((text): boolean | number | string[] => {
    if (text === 'on' || text === 'off') return text === 'on'
    return /^\d$/.test(text) ? Number(text) : splitList(text)
  })

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  return isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

const isUnset = (value: unknown) => value === undefined

const settings = z
  .object({
    NODE_ENV: oneOf('NODE_ENV', ['production', 'development', 'test']).default('production'),
    LOG_LEVEL: oneOf('LOG_LEVEL', LOG_LEVELS).default('info'),
    PORT: wholeNumber('PORT', 1, 65_535, 8055),
    HOST: host.optional(),
    PUBLIC_URL: publicUrl.optional(),
    TRUST_PROXY: trustProxy.default(false),
    RATE_LIMIT_ALLOW: addresses.default([]),
    DATA_DIR: z.string().optional(),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_POOL_SIZE: wholeNumber('DATABASE_POOL_SIZE', 2, 90, 10),
    DEMO_DATA: oneOf('DEMO_DATA', ['on', 'off']).optional(),
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: mailFrom.default({ name: 'Raahi', address: 'no-reply@raahi.example' }),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
        error: 'S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, - and dots.',
      })
      .optional(),
    S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]{2,40}$/, { error: 'S3_REGION must be a region such as ap-south-1.' })
      .optional(),
    S3_ENDPOINT: s3Endpoint.optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    VITE_API_BASE_URL: apiBaseUrl.optional(),
    ...paymentSettings,
    ADMIN_EMAIL: z
      .string()
      .trim()
      .refine(isEmail, { error: 'ADMIN_EMAIL must be an email address.' })
      .optional(),
    ADMIN_PASSWORD: z
      .string()
      .refine((text) => text.length >= 8 && text.length <= 128, {
        error: 'ADMIN_PASSWORD must have 8 to 128 characters.',
      })
      .optional(),
  })
  .check(
    // Each is said beside every other problem, not only when there is none.
    ...paymentProblems.map(({ holds, error }) =>
      z.refine<PaymentSettings>(holds, { error, when: () => true }),
    ),
    z.refine((set) => (set.ADMIN_EMAIL === undefined) === (set.ADMIN_PASSWORD === undefined), {
      error: 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.',
      when: () => true,
    }),
    z.refine(
      (set) =>
        new Set([set.S3_BUCKET, set.S3_ACCESS_KEY_ID, set.S3_SECRET_ACCESS_KEY].map(isUnset))
          .size === 1,
      {
        error: 'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.',
        when: () => true,
      },
    ),
    z.refine((set) => isUnset(set.S3_BUCKET) || !isUnset(set.S3_REGION ?? set.S3_ENDPOINT), {
      error: 'S3_BUCKET needs S3_REGION, or S3_ENDPOINT where the store is not Amazon’s.',
      when: () => true,
    }),
    z.refine((set) => !isUnset(set.S3_BUCKET) || isUnset(set.S3_REGION ?? set.S3_ENDPOINT), {
      error: 'S3_REGION and S3_ENDPOINT mean nothing without S3_BUCKET.',
      when: () => true,
    }),
  )

function deepFreeze<T extends object>(value: T): T {
  for (const item of Object.values(value)) {
    if (typeof item === 'object' && item !== null) deepFreeze(item)
  }
  return Object.freeze(value)
}
