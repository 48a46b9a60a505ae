import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Config, readConfig } from '../../server/src/config/index.ts'
import { connectDatabase, type Database } from '../../server/src/platform/database/connect.ts'
import { createFileStore } from '../../server/src/platform/files/create-file-store.ts'
import { makeAdmin } from '../../server/src/testing/factories.ts'
import {
  deployedSandbox,
  deployedSandboxKeys,
  openGatewayAt,
} from '../../server/src/testing/gateway.ts'
import { blackPng } from '../../server/src/testing/pictures.ts'
import { storeRequestPicture } from '../../server/src/testing/store-request-picture.ts'
import { type Environment, withClient, withSetting } from '../environment.ts'
import { numberedSql } from '../fill.ts'
import { addBusiness } from '../fill-business.ts'
import { startProduct } from '../product.ts'
import { sealAllDays } from '../seal-all-days.ts'
import { createSessions } from './subjects.ts'
import type { BenchSystem, Person } from './system-types.ts'

/** Enough agents that none reaches a limit per user. */
const AGENTS = 500
const ADMINS = 8
const WITH_KYC = 8

/**
 * Fills a database and starts the product on it, configured as behind one proxy. Each request states a client address,
 * and all limits per address and per user apply.
 * @param staticPages folder of the responses that the server serves from memory
 */
export async function openSystem(
  { createDatabase, folder }: Environment,
  { leads, port, staticPages }: { leads: number; port: number; staticPages: string },
): Promise<BenchSystem> {
  const databaseUrl = await createDatabase(`calls_${leads}`)
  const settings = {
    TRUST_PROXY: '1',
    PAYMENTS: 'sandbox',
    ...deployedSandbox,
    // Nothing listens at this address, so no SMS is sent. Only the calls are measured.
    SMS_PROVIDER: 'msg91',
    MSG91_AUTH_KEY: 'bench',
    MSG91_TEMPLATE_ID: 'bench',
    MSG91_BASE_URL: 'http://127.0.0.1:65535',
    SMS_PER_HOUR: '100000',
    TWO_FACTOR_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: join(folder, `data-${leads}`),
  }
  const config = readConfig({ ...settings, PORT: String(port), DATABASE_URL: databaseUrl })
  await withClient(databaseUrl, (client) =>
    addBusiness(client, { leads, seller: config.invoices.seller, sac: config.invoices.sac }),
  )
  await sealAllDays(databaseUrl)
  const product = await startProduct({
    entry: 'bench/server-with-static-page.ts',
    port,
    databaseUrl,
    folder,
    env: { ...settings, BENCH_STATIC_PAGES: staticPages },
  })
  const database = connectDatabase({
    connectionString: withSetting(databaseUrl, 'synchronous_commit=off'),
    poolSize: 8,
  })
  const gateway = openGatewayAt(`http://127.0.0.1:${port}`, deployedSandboxKeys)
  // The benchmark sends the webhook events itself.
  await gateway.behave({ webhooks: 'drop' })
  await storeDocuments(database, config)
  const agents = await createAgentSessions(database)
  const admins: Person[] = []
  for (let n = 0; n < ADMINS; n += 1) admins.push(await makeAdmin(database.kysely))
  const tokens = new Map([...agents, ...admins].map(({ id, token }) => [id, token]))
  return {
    leads,
    databaseUrl,
    database,
    config,
    product,
    gateway,
    agents,
    agent: roundRobin(agents),
    admin: roundRobin(admins),
    tokenOf: (userId) => tokens.get(userId) ?? '',
    async close() {
      await database.close()
      await product.stop()
    },
  }
}

function roundRobin<T>(all: readonly T[]): () => T {
  let next = 0
  return () => {
    const one = all[next % all.length]
    if (one === undefined) throw new Error('the list is empty')
    next += 1
    return one
  }
}

async function createAgentSessions(database: Database): Promise<Person[]> {
  const { rows } = await database.pool.query<{ id: string; email: string }>(
    `select id, email from users where role = 'user' order by id limit $1`,
    [AGENTS],
  )
  const tokens = await createSessions(
    database,
    rows.map(({ id }) => id),
  )
  return rows.map((row, at) => ({ ...row, token: tokens[at]?.token ?? '' }))
}

/** Stores a KYC document for some agents, and a picture for some replacement requests. */
async function storeDocuments(database: Database, config: Config): Promise<void> {
  const files = createFileStore(config)
  const document = { bytes: blackPng(200), extension: 'png', type: 'image/png' }
  for (let n = 0; n < WITH_KYC; n += 1) {
    await database.pool.query(
      `update users set kyc_file = $1, kyc_name = 'licence.png', kyc_type = $2
       where id = ${numberedSql('01930000', '$3::integer')}`,
      [await files.save('kyc', document), document.type, n],
    )
  }
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from replacement_requests limit $1',
    [WITH_KYC],
  )
  for (const { id } of rows) {
    await storeRequestPicture({ database, config }, id, document.bytes)
  }
}
