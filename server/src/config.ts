import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Company } from '@raahi/contract/company'
import { isEmail } from '@raahi/contract/fields'
import { z } from 'zod'
import { companyOf, companySettings } from './company-settings.ts'
import {
  type DatabaseSettings,
  databaseProblems,
  databaseSettings,
  processesOf,
} from './database-settings.ts'
import {
  type FileSettings,
  fileProblems,
  fileSettings,
  type S3Settings,
  s3Of,
} from './file-settings.ts'
import { mailSettings } from './mail-settings.ts'
import {
  type CheckoutSettings,
  checkoutOf,
  type GatewaySettings,
  gatewayOf,
  type PaymentSettings,
  paymentProblems,
  paymentSettings,
  type SellerSettings,
  sellerOf,
} from './payment-settings.ts'
import {
  givenSettings,
  oneOf,
  origin,
  type Problem,
  setTogether,
  webAddress,
  wholeNumber,
} from './setting-kinds.ts'
import { StartError } from './start-error.ts'
import {
  type TwoFactorInput,
  type TwoFactorSettings,
  twoFactorOf,
  twoFactorProblems,
  twoFactorSettings,
} from './two-factor-settings.ts'
import {
  type MetricsAccess,
  metricsAccessOf,
  type TracingSettings,
  tracingOf,
  type WatchingSettings,
  watchingProblems,
  watchingSettings,
} from './watching-settings.ts'

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
  /** Set: the same database where `databaseUrl` is a pooler in transaction mode in front of it. */
  databaseDirectUrl: string | undefined
  /** A streaming replica of the database, which lists may be read from. */
  databaseReplicaUrl: string | undefined
  /** The most database connections of one process, beside the three of its job queue and those to a replica. */
  databasePoolSize: number
  /** Connections of each process that only lists use. */
  databaseListPoolSize: number
  /** How many processes of this machine take requests. */
  serverProcesses: number
  /** Where the web app was built to find the API; unset: where it came from. */
  webApiOrigin: string | undefined
  /** Everything can be tried: the embedded database, reachable from this machine alone. */
  trial: boolean
  demoData: boolean
  /** Unset: each mail is written to a file. */
  smtpUrl: string | undefined
  /** The sender of every mail. */
  mailFrom: Readonly<{ name: string; address: string }>
  /** Where the contact form's messages go. */
  contactEmail: string
  /** Who runs the product, as the site says it; undefined: the details of the demo. */
  company: Readonly<Company> | undefined
  /** After so many months what is left of an enquiry that was not sold is erased. */
  enquiryRetentionMonths: number
  /** Unset: files are kept below `dataDir`. */
  s3: Readonly<S3Settings> | undefined
  twoFactor: Readonly<TwoFactorSettings>
  gateway: Readonly<GatewaySettings>
  /** What of the gateway the web app was built with. */
  checkout: Readonly<CheckoutSettings>
  /** What stands on every invoice. */
  invoices: Readonly<{ seller: Readonly<SellerSettings>; sac: string }>
  /** Who may read `/metrics`. */
  metrics: Readonly<MetricsAccess>
  /** The books are checked as often, by one of all instances; 0: never. */
  auditEveryMinutes: number
  /** Unset: nothing is traced. */
  tracing: Readonly<TracingSettings> | undefined
  /** Made at the start where no admin exists. */
  firstAdmin: Readonly<{ email: string; password: string }> | undefined
}>

/**
 * Reads and checks all settings; the only place where the environment is read. A setting that is empty counts as
 * unset.
 * @throws StartError with one sentence for each wrong setting, all of them at once.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = settings.safeParse(givenSettings(env))
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
  const { processes, poolSize, listPoolSize } = processesOf(set)
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
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databaseReplicaUrl: set.DATABASE_REPLICA_URL,
    databasePoolSize: poolSize,
    databaseListPoolSize: listPoolSize,
    serverProcesses: processes,
    webApiOrigin: set.VITE_API_BASE_URL,
    trial,
    demoData: set.DEMO_DATA ? set.DEMO_DATA === 'on' : trial,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    contactEmail: set.CONTACT_EMAIL ?? set.MAIL_FROM.address,
    company: companyOf(set, trial),
    enquiryRetentionMonths: set.ENQUIRY_RETENTION_MONTHS,
    s3: s3Of(set),
    twoFactor: twoFactorOf(set),
    gateway: gatewayOf(set, trial),
    checkout: checkoutOf(set),
    invoices: { seller: sellerOf(set), sac: set.INVOICE_SAC },
    metrics: metricsAccessOf(set, trial),
    auditEveryMinutes: set.AUDIT_EVERY_MINUTES,
    tracing: tracingOf(set),
    firstAdmin: email && password ? { email, password } : undefined,
  })
}

const isLoopback = (host: string) =>
  host === 'localhost' ||
  host === '::1' ||
  host === '[::1]' ||
  (isIP(host) === 4 && host.startsWith('127.'))

const loopbackOrigins = (port: number) =>
  ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin)

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

type SettingsOfSeveral = DatabaseSettings &
  PaymentSettings &
  FileSettings &
  TwoFactorInput &
  WatchingSettings &
  FirstAdminSettings
interface FirstAdminSettings {
  ADMIN_EMAIL?: string | undefined
  ADMIN_PASSWORD?: string | undefined
}

const problems: readonly Problem<SettingsOfSeveral>[] = [
  ...databaseProblems,
  ...paymentProblems,
  ...fileProblems,
  ...twoFactorProblems,
  ...watchingProblems,
  {
    holds: (set) => setTogether(set.ADMIN_EMAIL, set.ADMIN_PASSWORD),
    error: 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.',
  },
]

const settings = z
  .object({
    NODE_ENV: oneOf('NODE_ENV', ['production', 'development', 'test']).default('production'),
    LOG_LEVEL: oneOf('LOG_LEVEL', LOG_LEVELS).default('info'),
    PORT: wholeNumber('PORT', 1, 65_535, 8055),
    HOST: host.optional(),
    PUBLIC_URL: origin('PUBLIC_URL', 'https://example.org').optional(),
    TRUST_PROXY: trustProxy.default(false),
    RATE_LIMIT_ALLOW: addresses.default([]),
    DATA_DIR: z.string().optional(),
    ...databaseSettings,
    DEMO_DATA: oneOf('DEMO_DATA', ['on', 'off']).optional(),
    ...mailSettings,
    ...companySettings,
    ENQUIRY_RETENTION_MONTHS: wholeNumber('ENQUIRY_RETENTION_MONTHS', 1, 120, 12),
    ...fileSettings,
    ...twoFactorSettings,
    VITE_API_BASE_URL: webAddress('VITE_API_BASE_URL')
      .transform((text) => new URL(text).origin)
      .optional(),
    ...paymentSettings,
    ...watchingSettings,
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
    ...problems.map(({ holds, error }) =>
      z.refine<SettingsOfSeveral>(holds, { error, when: () => true }),
    ),
  )

function deepFreeze<T extends object>(value: T): T {
  for (const item of Object.values(value)) {
    if (typeof item === 'object' && item !== null) deepFreeze(item)
  }
  return Object.freeze(value)
}
