import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Company } from '@raahi/contract/company'
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
import { type MetaInput, type MetaSettings, metaOf, metaProblems, metaSettings } from './meta.ts'
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
import { type PushInput, type PushSettings, pushOf, pushProblems, pushSettings } from './push.ts'
import {
  emailSetting,
  givenSettings,
  isUnset,
  oneOf,
  origin,
  type Problem,
  setTogether,
  webAddress,
  wholeNumber,
} from './setting-types.ts'
import { type SmsInput, type SmsSettings, smsOf, smsProblems, smsSettings } from './sms.ts'
import {
  type TwoFactorInput,
  type TwoFactorSettings,
  twoFactorOf,
  twoFactorProblems,
  twoFactorSettings,
} from './two-factor.ts'

const projectFolder = join(import.meta.dirname, '../../..')
const loopback = ['127.0.0.1', '::1']
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting of the product, validated and complete. */
export type Config = Readonly<{
  nodeEnv: 'production' | 'development' | 'test'
  logLevel: (typeof logLevels)[number]
  port: number
  /** Addresses to listen on. */
  hosts: readonly string[]
  /** Public address of the product: scheme, host and port, without a slash at the end. */
  publicUrl: string
  /** Origins of the product, for CORS and for calls that use a cookie. */
  ownOrigins: readonly string[]
  /** Number of proxies in front of the server, or their networks. False: none. */
  trustProxy: false | number | string[]
  /** Client addresses without a limit per address. */
  rateLimitAllow: readonly string[]
  /** Absolute path. */
  dataDir: string
  /** Unset: the embedded database. */
  databaseUrl: string | undefined
  /** Direct address of the database if `databaseUrl` is a pooler in transaction mode. */
  databaseDirectUrl: string | undefined
  /** Maximum database connections of one process, besides three for its job queue. */
  databasePoolSize: number
  /** Connections of each process that only lists use. */
  databaseListPoolSize: number
  /** Number of processes of this machine that accept requests. */
  serverProcesses: number
  /** Origin of the API that is built into the web app. Unset: the app's origin. */
  webApiOrigin: string | undefined
  /**
   * The product runs with the embedded database, for requests from this machine only, and without external services.
   */
  trial: boolean
  demoData: boolean
  /** Unset: each mail is written to a file. */
  smtpUrl: string | undefined
  /** Sender of every mail. */
  mailFrom: Readonly<{ name: string; address: string }>
  /** How codes reach the phones of travellers. */
  sms: Readonly<SmsSettings>
  /** How leads of Meta arrive. */
  meta: Readonly<MetaSettings>
  /** How alerts reach the browsers of agents. */
  push: Readonly<PushSettings>
  /** SMS that all travellers together can request in an hour. */
  smsPerHour: number
  /** Recipient of contact messages. */
  contactEmail: string
  /** The company that the site shows. Undefined: the demo's details. */
  company: Readonly<Company> | undefined
  /** Number of months after which an unsold enquiry's personal data is erased. */
  enquiryRetentionMonths: number
  /** Unset: files are stored below `dataDir`. */
  s3: Readonly<S3Settings> | undefined
  twoFactor: Readonly<TwoFactorSettings>
  gateway: Readonly<GatewaySettings>
  /** Gateway settings that are built into the web app. */
  checkout: Readonly<CheckoutSettings>
  /** Seller and service code that are printed on every invoice. */
  invoices: Readonly<{ seller: Readonly<SellerSettings>; sac: string }>
  /** Who may read `/metrics`. */
  metrics: Readonly<MetricsAccess>
  /** Interval at which one of all instances audits the ledger. 0: never. */
  auditEveryMinutes: number
  /** Unset: no traces. */
  tracing: Readonly<TracingSettings> | undefined
  /** Created at the start if no admin exists. */
  firstAdmin: Readonly<{ email: string; password: string }> | undefined
}>

/**
 * Reads and validates all settings. No other code reads the environment. An empty setting counts as unset.
 * @throws StartError with one sentence for each wrong setting
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = settings.safeParse(givenSettings(env))
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map(({ message }) => message).join('\n'))
  }
  const set = parsed.data
  const hosts = set.HOST ? [set.HOST] : loopback
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
    dataDir: set.DATA_DIR ? resolve(set.DATA_DIR) : join(projectFolder, '.data'),
    databaseUrl: set.DATABASE_URL,
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databasePoolSize: poolSize,
    databaseListPoolSize: listPoolSize,
    serverProcesses: processes,
    webApiOrigin: set.VITE_API_BASE_URL,
    trial,
    demoData: trial && set.DEMO_DATA !== 'off',
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    sms: smsOf(set, trial),
    meta: metaOf(set, trial),
    push: pushOf(set, set.COMPANY_EMAIL ?? set.CONTACT_EMAIL ?? set.MAIL_FROM.address),
    smsPerHour: set.SMS_PER_HOUR,
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

/** A trial ends with the first setting that is needed for other users, real money or external storage. */
function isTrial(set: SettingsOfSeveral): boolean {
  return (
    isUnset(
      set.DATABASE_URL ?? set.RAZORPAY_KEY_ID ?? set.S3_BUCKET ?? set.SMTP_URL ?? set.SMS_PROVIDER,
    ) &&
    set.TRUST_PROXY === false &&
    isLoopback(set.HOST ?? 'localhost') &&
    isLoopback(URL.parse(set.PUBLIC_URL ?? 'http://localhost')?.hostname ?? '')
  )
}

// Clients can send this header too, so it is trusted only from known proxies. `on` would trust every client.
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

/** An address or a network. A network of all addresses would have the same effect as `on`. */
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
  SmsInput &
  MetaInput &
  PushInput &
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
  ...smsProblems,
  ...metaProblems,
  ...pushProblems,
  ...fileProblems,
  ...twoFactorProblems,
  ...observabilityProblems,
  {
    holds: (set) => setTogether(set.ADMIN_EMAIL, set.ADMIN_PASSWORD),
    error: 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.',
  },
  {
    holds: (set) =>
      set.PAYMENTS !== 'sandbox' ||
      !isUnset(set.SANDBOX_KEY_SECRET ?? set.RAZORPAY_KEY_ID) ||
      isTrial(set),
    error:
      'PAYMENTS=sandbox needs SANDBOX_KEY_SECRET outside a trial (openssl rand -hex 32): the secret of a trial is public.',
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
    LOG_LEVEL: oneOf('LOG_LEVEL', logLevels).default('info'),
    PORT: wholeNumber('PORT', 1, 65_535, 8055),
    HOST: host.optional(),
    PUBLIC_URL: origin('PUBLIC_URL', 'https://example.org').optional(),
    TRUST_PROXY: trustProxy.default(false),
    RATE_LIMIT_ALLOW: addresses.default([]),
    DATA_DIR: z.string().optional(),
    ...databaseSettings,
    DEMO_DATA: oneOf('DEMO_DATA', ['on', 'off']).optional(),
    ...mailSettings,
    ...smsSettings,
    ...metaSettings,
    ...pushSettings,
    ...companySettings,
    ENQUIRY_RETENTION_MONTHS: wholeNumber('ENQUIRY_RETENTION_MONTHS', 1, 120, 12),
    ...fileSettings,
    ...twoFactorSettings,
    VITE_API_BASE_URL: webAddress('VITE_API_BASE_URL')
      .transform((text) => new URL(text).origin)
      .optional(),
    ...paymentSettings,
    ...observabilitySettings,
    ADMIN_EMAIL: emailSetting('ADMIN_EMAIL'),
    ADMIN_PASSWORD: z
      .string()
      .refine((text) => text.length >= 8 && text.length <= 128, {
        error: 'ADMIN_PASSWORD must have 8 to 128 characters.',
      })
      .optional(),
  })
  .check(
    // Reported together with every other problem.
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
