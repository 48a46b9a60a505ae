import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, EndpointSpec } from '@raahi/contract/endpoint'
import type { ErrorCode, FieldErrors } from '@raahi/contract/errors'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import { type AppDeps, buildApp } from '../app.ts'
import { type Config, readConfig } from '../config/index.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Schema } from '../platform/database/schema.ts'
import { AddressRefused, type PushNetwork, publicInternet } from '../platform/push/push-network.ts'
import { createTestDatabase } from './test-database.ts'

/** The input of a call. It is not typed by the contract, so that tests can send invalid input. */
export interface TestInput {
  params?: Record<string, string>
  query?: Record<string, string | number>
  /** An object is sent as JSON, a FormData as multipart. */
  body?: unknown
  headers?: Record<string, string>
  /** Address of the client; 127.0.0.1 by default. */
  remoteAddress?: string
}

export interface TestAnswer<E extends EndpointSpec> {
  status: number
  headers: LightMyRequestResponse['headers']
  cookies: LightMyRequestResponse['cookies']
  /** `data` of a successful response. Reading it from an error response fails the test. */
  readonly data: Answer<E>
  message: string | undefined
  /** The code of an error response. */
  code: ErrorCode | undefined
  fieldErrors: FieldErrors | undefined
  /** The body of the response. */
  text: string
}

export interface Client {
  call<E extends EndpointSpec>(endpoint: E, input?: TestInput): Promise<TestAnswer<E>>
}

export interface TestApp extends Client {
  app: FastifyInstance
  config: Config
  database: Database
  /** The `db` of the factories. */
  db: Kysely<Schema>
  /** A client with the token of this user. `call` of the app sends no token. */
  as(user: { token: string }): Client
  /** Another instance of the product on the same database and files. */
  another(overrides?: Partial<Config>): Promise<TestApp>
  close(): Promise<void>
}

/**
 * The real app on a new database and data folder. Limits per address do not apply to 127.0.0.1 unless
 * `rateLimitAllow` is overridden.
 */
export async function createTestApp({
  overrides = {},
  poolSize,
  ...deps
}: {
  overrides?: Partial<Config>
  poolSize?: number
  pushNetwork?: PushNetwork
  /** By default no background task runs, because most tests call the task that they need. */
  runsTasks?: boolean
} = {}): Promise<TestApp> {
  const testDatabase = await createTestDatabase(poolSize ? { poolSize } : {})
  const dataDir = await mkdtemp(join(tmpdir(), 'raahi-test-'))
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_ALLOW: '127.0.0.1',
      // Tests violate invariants and run audits themselves, so no audit runs in the background.
      AUDIT_EVERY_MINUTES: '0',
    }),
    dataDir,
    ...overrides,
  }
  const cleanUp = async () => {
    await testDatabase.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return startTestApp(testDatabase.database, config, cleanUp, deps)
}

/**
 * The network of production without name resolution, so that tests send nothing to the push services of browsers. A job
 * fails at once for a refused address, while an unreachable address is retried for hours.
 */
const networkWithoutNames: PushNetwork = {
  ...publicInternet,
  resolve: () => Promise.reject(new AddressRefused('tests resolve no names')),
}

/** Starts the app with an existing database, by default without background tasks. `cleanUp` runs after the app is closed. */
export async function startTestApp(
  database: Database,
  config: Config,
  cleanUp: () => Promise<void>,
  deps: Pick<AppDeps, 'pushNetwork' | 'runsTasks'> = {},
): Promise<TestApp> {
  const app = await buildApp({
    config,
    database,
    pushNetwork: networkWithoutNames,
    runsTasks: false,
    ...deps,
  })
  return {
    app,
    config,
    database,
    db: database.kysely,
    call: (endpoint, input) => send(app, endpoint, input),
    as: ({ token }) => ({
      call: (endpoint, input = {}) =>
        send(app, endpoint, {
          ...input,
          headers: { authorization: `Bearer ${token}`, ...input.headers },
        }),
    }),
    another: (overrides) =>
      startTestApp(database, { ...config, ...overrides }, async () => {}, deps),
    async close() {
      await app.close()
      await cleanUp()
    },
  }
}

async function send<E extends EndpointSpec>(
  app: FastifyInstance,
  endpoint: E,
  input: TestInput = {},
): Promise<TestAnswer<E>> {
  const options: InjectOptions = {
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(input.params?.[name] ?? ''),
    ),
    ...(input.query && {
      query: Object.fromEntries(
        Object.entries(input.query).map(([name, value]) => [name, String(value)]),
      ),
    }),
    // As the web app does after an action of its user.
    headers: { 'cache-control': 'no-cache', ...input.headers },
    ...(input.remoteAddress && { remoteAddress: input.remoteAddress }),
    ...(input.body !== undefined && {
      payload: input.body as NonNullable<InjectOptions['payload']>,
    }),
  }
  return readAnswer(await app.inject(options))
}

function readAnswer<E extends EndpointSpec>(response: LightMyRequestResponse): TestAnswer<E> {
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const envelope = isJson ? response.json() : {}
  return {
    status: response.statusCode,
    headers: response.headers,
    cookies: response.cookies,
    get data(): Answer<E> {
      if (envelope.success !== true) {
        throw new Error(`the call was refused: ${response.statusCode} ${response.body}`)
      }
      return envelope.data
    },
    message: envelope.message,
    code: envelope.code,
    fieldErrors: envelope.fieldErrors,
    text: response.body,
  }
}

/** Creates a multipart form of texts and files. */
export function formOf(
  fields: Record<string, string>,
  ...files: { field?: string; name: string; bytes: Uint8Array | string }[]
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { field = 'kyc', name, bytes } of files) {
    form.append(
      field,
      new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name),
      name,
    )
  }
  return form
}

/** A text of lower-case letters that no other test uses. Names contain no long rows of digits. */
export function uniqueText(): string {
  return randomBytes(6)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
}
