import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Company } from '@raahi/contract/company'
import { isEmail } from '@raahi/contract/fields'
import { z } from 'zod'
import { StartError } from '../platform/start-error.ts'
import { companyOf, companySettings } from './company.ts'
import {
  type DatabaseSettings,
  databaseProblems,
  databaseSettings,
  processesOf,
} from './database.ts'
import { type FileSettings, fileProblems, fileSettings, type S3Settings, s3Of } from './files.ts'
import { isLoopback } from './loopback-names.ts'
import { mailSettings } from './mail.ts'
import {
  type MetricsAccess,
  metricsAccessOf,
  type ObservabilitySettings,
  observabilityProblems,
  observabilitySettings,
  type TracingSettings,
  tracingOf,
} from './observability.ts'
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
} from './payments.ts'
import {
  givenSettings,
  isUnset,
  oneOf,
  origin,
  type Problem,
  setTogether,
  webAddress,
  wholeNumber,
} from './setting-types.ts'
import {
  type TwoFactorInput,
  type TwoFactorSettings,
  twoFactorOf,
  twoFactorProblems,
  twoFactorSettings,
} from './two-factor.ts'

const PROJECT_FOLDER = join(import.meta.dirname, '../../..')
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
  /** How many proxies are in front of the server, or their networks; false: none. */
  trustProxy: false | number | string[]
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
  /** Everything can be tried: the embedded database, for requests from this machine alone, and nothing outside of it. */
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
  const trial = isTrial(set)
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
    demoData: trial && set.DEMO_DATA !== 'off',
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

/** A trial ends with the first setting that other people, real money or real files come with. */
function isTrial(set: SettingsOfSeveral): boolean {
  return (
    isUnset(set.DATABASE_URL ?? set.RAZORPAY_KEY_ID ?? set.S3_BUCKET ?? set.SMTP_URL) &&
    set.TRUST_PROXY === false &&
    isLoopback(set.HOST ?? 'localhost') &&
    isLoopback(URL.parse(set.PUBLIC_URL ?? 'http://localhost')?.hostname ?? '')
  )
}

// A header that every client can send is believed only from known proxies. `on` would believe every client.
const trustProxy = z
  .string()
  .refine((text) => text === 'off' || /^\d$/.test(text) || isNetworks(splitList(text)), {
    error:
      'TRUST_PROXY must be off, the number of proxies (1 to 9) or their networks such as 10.0.0.0/8, separated by commas: with on or true every client could choose its own address.',
  })
  .transform((text): false | number | string[] => {
    if (text === 'off' || text === '0') return false
    return /^\d$/.test(text) ? Number(text) : splitList(text)
  })

const isNetworks = (list: string[]) => list.length > 0 && list.every(isNetwork)

/** An address or a network; a network of all addresses would be `on` by another name. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  const isNarrow = bits === undefined || (/^\d{1,3}$/.test(bits) && +bits >= 1 && +bits <= most)
  return isIP(address) !== 0 && isNarrow && rest.length === 0
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
  ObservabilitySettings &
  OwnSettings
interface OwnSettings {
  HOST?: string | undefined
  PUBLIC_URL?: string | undefined
  DEMO_DATA?: 'on' | 'off' | undefined
  TRUST_PROXY: Config['trustProxy']
  SMTP_URL?: string | undefined
  ADMIN_EMAIL?: string | undefined
  ADMIN_PASSWORD?: string | undefined
}

const problems: readonly Problem<SettingsOfSeveral>[] = [
  ...databaseProblems,
  ...paymentProblems,
  ...fileProblems,
  ...twoFactorProblems,
  ...observabilityProblems,
  {
    holds: (set) => setTogether(set.ADMIN_EMAIL, set.ADMIN_PASSWORD),
    error: 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.',
  },
  {
    holds: (set) => set.DEMO_DATA !== 'on' || isTrial(set),
    error:
      'DEMO_DATA=on must not be set outside a trial: the passwords of the demo accounts are public.',
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
    ...observabilitySettings,
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
