import { execFile } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { login, sessionOf } from '@raahi/contract/auth'
import { createOrderWallet } from '@raahi/contract/payments'
import { buyLead } from '@raahi/contract/purchases'
import { suspendUser } from '@raahi/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '../../config/index.ts'
import { seedDemoData } from '../../demo/demo-data.ts'
import { demoAdminLogin, demoAgentLogin } from '../../demo/demo-logins.ts'
import { lockDataFolder } from '../../platform/database/data-folder-lock.ts'
import { createFileStore } from '../../platform/files/create-file-store.ts'
import { StartError } from '../../platform/start-error.ts'
import { makeFirstData } from '../../runtime/first-data.ts'
import { startServer } from '../../runtime/run-server.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeContactMessage,
  makeEnquiry,
  makeLead,
  makeRequest,
} from '../../testing/factories.ts'
import { makeImport } from '../../testing/make-import.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { checkTrialState } from './check-trial.ts'
import { endTrial } from './end-trial.ts'

const live: Config['gateway'] = {
  mode: 'live',
  keyId: 'rzp_live_A1b2C3d4E5f6G7',
  keySecret: 'a',
  webhookSecret: 'b',
  baseUrl: undefined,
}

let testDatabase: TestDatabase
let app: TestApp
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', AUDIT_EVERY_MINUTES: '0' })
  app = await startTestApp(testDatabase.database, config, () => testDatabase.drop())
  await seedDemoData(
    app.database,
    { ...createFileStore(config), save: async () => `${randomUUID()}.pdf` },
    config,
  )
})
afterAll(() => app.close())

const idsOf = async (query: string): Promise<string[]> => {
  const { rows } = await app.database.pool.query<{ id: string }>(query)
  return rows.map(({ id }) => id)
}
const countOf = async (query: string) => (await idsOf(query)).length

/** The error message of a start with these settings. */
async function startRefusal(settings: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig({ ...testDatabase.settings, LOG_LEVEL: 'silent', ...settings })
  const started = startServer(config).then(
    (running) => running.stop().then(() => 'it started'),
    (error) => error,
  )
  const error = await started
  expect(error).toBeInstanceOf(StartError)
  return error.message
}

describe('the database of a trial', () => {
  it('has a mark on every record of the demo data, and on no other record', async () => {
    const agent = await makeAgent(app.db, { phone: `+9198765${randomInt(10_000, 99_999)}` })
    const lead = await makeLead(app.db)
    const marks = await idsOf('select id from demo_records')
    expect(marks).not.toContain(agent.id)
    expect(marks).not.toContain(lead)
    for (const [kind, table] of [
      ['user', 'users'],
      ['lead', 'leads'],
      ['plan', 'plans'],
      ['lead_cost', 'lead_costs'],
      ['enquiry', 'enquiries'],
      ['contact_message', 'contact_messages'],
    ]) {
      const all = await idsOf(`select id from ${table}`)
      const ofKind = await idsOf(`select id from demo_records where kind = '${kind}'`)
      const real = [agent.id, lead]
      expect(ofKind.toSorted(), kind).toEqual(all.filter((id) => !real.includes(id)).toSorted())
    }
    expect(await countOf('select id from orders where not is_test')).toBe(0)
  })

  it('does not start outside the trial, and the one sentence names the command', async () => {
    const sentence =
      'This database has demo accounts, whose passwords are public: run `npm run end-trial` before you start it outside a trial.'
    expect(
      await startRefusal({ ADMIN_EMAIL: 'me@raahi.example', ADMIN_PASSWORD: 'a long one' }),
    ).toBe(sentence)
    // With a new name, address and password it is still a demo account, because its first password was public.
    await app.database.pool.query(
      `update users set email = 'mine@mine.example', name = 'Mine' where role = 'admin'`,
    )
    await app.database.pool.query(
      `update users set status = 'suspended' where role = 'user' and id in (select id from demo_records)`,
    )
    expect(await startRefusal({})).toBe(sentence)
    await app.database.pool.query(
      `update users set email = '${demoAdminLogin.email}' where role = 'admin'`,
    )
    await app.database.pool.query(
      `update users set status = 'active' where email = '${demoAgentLogin.email}'`,
    )
  })

  it('does not start with a live key while it has test payments', async () => {
    await expect(checkTrialState({ trial: true, gateway: live }, app.database)).rejects.toThrow(
      /^This database has test payments: run `npm run end-trial` .+\.$/,
    )
  })

  it('marks an order of the sandbox or of a test key as a test, but not an order of a live key', async () => {
    const agent = await makeAgent(app.db, { phone: `+9198765${randomInt(10_000, 99_999)}` })
    for (const [gateway, isTest] of [
      [app.config.gateway, true],
      [{ ...live, keyId: 'rzp_test_A1b2C3d4E5f6G7', baseUrl: 'http://127.0.0.1:1' }, true],
      [{ ...live, baseUrl: 'http://127.0.0.1:1' }, false],
    ] as const) {
      const another = await app.another({ gateway })
      await another.as(agent).call(createOrderWallet, { body: { amount: 100 } })
      await another.close()
      const { rows } = await app.database.pool.query(
        'select is_test from orders where user_id = $1 order by created_at desc limit 1',
        [agent.id],
      )
      expect(rows).toEqual([{ is_test: isTest }])
    }
  })
})

describe('npm run end-trial', () => {
  let agent: MadeUser
  let admin: string
  let demoToken: string
  let boughtLead: string
  let foundLead: string
  let realLead: string
  let realEnquiry: string
  let realMessage: string
  let convertedLead: string
  let boughtPlan: string
  let changedPlan: string

  beforeAll(async () => {
    const { data } = await app.call(login, {
      body: { emailOrPhone: demoAdminLogin.email, password: demoAdminLogin.password },
    })
    const session = sessionOf(data)
    demoToken = session.accessToken
    admin = session.user._id
    agent = await makeAgent(app.db, { phone: `+9198765${randomInt(10_000, 99_999)}` })
    await giveMoney(app.database, agent.id, 500_00)
    realLead = await makeLead(app.db)
    const [forSale = ''] = await idsOf(
      `select l.id from leads l join demo_records d on d.id = l.id
       where status = 'buy' and deleted_at is null and lead_type = 'domestic'
         and coalesce(travel_date, 'infinity') > now() order by number desc limit 1`,
    )
    boughtLead = forSale
    const bought = await app
      .as(agent)
      .call(buyLead, { body: { leadId: boughtLead, expectedCost: 50 } })
    expect(bought.status).toBe(200)
    // A check of the real agent's request has found a demo lead that was sold outside the product.
    const [sameContact = ''] = await idsOf(
      `update leads l set phone = b.phone, status = 'sold', sold_at = now() - interval '1 day', sold_cause = 'outside'
       from leads b where b.id = '${boughtLead}' and l.id = (
         select id from leads where status = 'buy' and deleted_at is null
           and id in (select id from demo_records) order by number limit 1)
       returning l.id`,
    )
    foundLead = sameContact
    const request = await makeRequest(app.database, agent.id, boughtLead)
    await app.database.pool.query(
      `select decide_replacement($1, 'rejected', $2, gen_random_uuid())`,
      [request, admin],
    )
    const waiting = await idsOf(
      `select e.id from enquiries e join demo_records d on d.id = e.id where status = 'new'`,
    )
    const [duplicated = '', converted = ''] = waiting
    realEnquiry = (await makeEnquiry(app.db, { duplicate_of: duplicated })).id
    realMessage = await makeContactMessage(app.db)
    // An admin of the trial converted one of the demo enquiries into a lead.
    convertedLead = await makeLead(app.db)
    await app.database.pool.query(
      `insert into lead_origins (lead_id, enquiry_id, source, consent_text, consent_version, consent_at)
         select $1, id, source, consent_text, consent_version, consent_at from enquiries where id = $2`,
      [convertedLead, converted],
    )
    await app.database.pool.query(
      `update enquiries set status = 'converted', decided_at = now(), decided_by = $2 where id = $1`,
      [converted, admin],
    )
    // A row of an imported file repeats a demo lead.
    const importId = await makeImport(app.db, { uploaded_by: admin })
    await app.database.pool.query(
      `insert into import_results (import_id, row, outcome, lead_id)
       select $1, 2, 'duplicate', id from leads where status = 'buy' and deleted_at is null
         and id in (select id from demo_records) and id <> $2 order by number limit 1`,
      [importId, boughtLead],
    )
    const plans = await app.db.selectFrom('plans').selectAll().orderBy('plan_id').execute()
    const [first, second] = plans
    if (!first || !second) throw new Error('the demo data has fewer than two plans')
    boughtPlan = first.id
    changedPlan = second.id
    await givePlan(app.database, agent.id, first)
    await app.database.pool.query(
      `insert into audit_log (actor_id, actor_role, action, subject_type, subject_id)
       values ($1, 'admin', 'plan.update', 'plan', $2)`,
      [admin, changedPlan],
    )
    await expectAllInvariantsHold(app.database)
  })

  it('suspends the demo accounts, the last admin too, and ends their sessions', async () => {
    const ended = await endTrial(app.database)
    expect(ended.suspendedAccounts).toBeGreaterThan(0)
    expect(ended.endedSessions).toBeGreaterThan(0)
    expect(ended.removedLeads).toBeGreaterThan(100)
    expect(
      await idsOf(
        `select u.id from users u where status = 'active' and id in (select id from demo_records)`,
      ),
    ).toEqual([])
    const { status } = await app.as({ token: demoToken }).call(suspendUser, {
      params: { userId: agent.id },
      query: { status: 'suspended' },
    })
    expect(status).toBe(401)
    for (const { email, password } of [demoAdminLogin, demoAgentLogin]) {
      const answer = await app.call(login, { body: { emailOrPhone: email, password } })
      expect(answer.code).toBe('INVALID_CREDENTIALS')
    }
  })

  it('keeps only the demo data to which the ledger and real accounts refer', async () => {
    const unsold = `select id from leads where id not in (select lead_id from purchases)`
    expect(await idsOf(`${unsold} and id in (select id from demo_records)`)).toEqual([foundLead])
    const left = await idsOf('select id from leads')
    expect(left).toEqual(expect.arrayContaining([boughtLead, realLead]))
    expect(left).not.toContain(convertedLead)
    expect(await idsOf('select id from contact_messages')).toEqual([realMessage])
    const { rows } = await app.database.pool.query(
      `select e.id, duplicate_of from enquiries e left join lead_origins o on o.enquiry_id = e.id
       where o.lead_id is null`,
    )
    expect(rows).toEqual([{ id: realEnquiry, duplicate_of: null }])
    const openSources = `select id from sources where state = 'active' and kind not in ('website', 'manual', 'import')`
    expect(await idsOf(openSources)).toEqual([])
    const keptSources = await idsOf(
      'select id from sources where id in (select id from demo_records)',
    )
    const used = await idsOf('select distinct source_id as id from enquiries')
    expect(used).toEqual(expect.arrayContaining(keptSources))
    const onSale = await idsOf('select id from plans where deleted_at is null')
    expect(onSale.toSorted()).toEqual([boughtPlan, changedPlan].toSorted())
    expect(await countOf('select id from lead_costs')).toBe(0)
    expect(await countOf(`select id from replacement_requests where status = 'pending'`)).toBe(0)
    expect(
      await countOf(
        `select id from orders where is_test and (status = 'open' or next_check_at is not null)`,
      ),
    ).toBe(0)
  })

  it('keeps every invariant of the ledger', () => expectAllInvariantsHold(app.database))

  it('changes nothing when it runs again', async () => {
    const again = await endTrial(app.database)
    const { keptLeads, testWallets, ...changes } = again
    expect(Object.values(changes)).toEqual(Object.values(changes).map(() => 0))
    expect(keptLeads).toBeGreaterThan(0)
    await expectAllInvariantsHold(app.database)
  })

  it('allows a deployment with a live key on the database, and no trial', async () => {
    await checkTrialState({ trial: false, gateway: live }, app.database)
    await expect(
      checkTrialState({ trial: true, gateway: { mode: 'off' } }, app.database),
    ).rejects.toThrow(/^The trial of this database has ended: set PUBLIC_URL .+\.$/)
    // A test order that is paid after the end of the trial counts again, and so does a test order that is created
    // later.
    await app.database.pool.query(
      `insert into orders (id, user_id, kind, amount_paise, is_test, status, created_at, paid_at)
       values (gen_random_uuid(), $1, 'wallet', 10000, true, 'paid', '2026-01-01', now())`,
      [agent.id],
    )
    await expect(checkTrialState({ trial: false, gateway: live }, app.database)).rejects.toThrow(
      'test payments',
    )
    await endTrial(app.database)
    await checkTrialState({ trial: false, gateway: live }, app.database)
    await app.database.pool.query(
      `insert into orders (id, user_id, kind, amount_paise, is_test)
       values (gen_random_uuid(), $1, 'wallet', 10000, true)`,
      [agent.id],
    )
    await expect(checkTrialState({ trial: false, gateway: live }, app.database)).rejects.toThrow(
      'test payments',
    )
  })

  it('is refused while a server runs on the data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'raahi-end-trial-'))
    const lock = await lockDataFolder(folder)
    const command = join(import.meta.dirname, '../../cli/end-trial.ts')
    const ended = promisify(execFile)(process.execPath, [command], {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
    })
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Raahi is already running on the data folder'),
    })
    await lock.release()
    await rm(folder, { recursive: true })
  })

  it('allows the settings to create the first admin once, and logs if they create none', async () => {
    const config = readConfig({
      DATABASE_URL: testDatabase.connectionString,
      ADMIN_EMAIL: 'owner@travels.example',
      ADMIN_PASSWORD: 'a long password',
    })
    const messages: string[] = []
    const start = (settings: Partial<Config> = {}) =>
      makeFirstData({ ...config, ...settings }, app.database, (message) => messages.push(message))
    await start()
    await start()
    expect(await countOf(`select id from users where email = 'owner@travels.example'`)).toBe(1)
    expect(messages).toEqual([])
    await start({ firstAdmin: { email: 'another@travels.example', password: 'a long password' } })
    expect(messages).toEqual([
      'ADMIN_EMAIL makes no admin, because there is one already: use `npm run create-admin` for another.',
    ])
  })

  it('is for good: no admin lets a demo account in again', async () => {
    const owner = await makeAdmin(app.db)
    const [demoAgent = ''] = await idsOf(
      `select id from users where email = '${demoAgentLogin.email}'`,
    )
    const answer = await app.as(owner).call(suspendUser, {
      params: { userId: demoAgent },
      query: { status: 'active' },
    })
    expect([answer.status, answer.code]).toEqual([409, 'DEMO_ACCOUNT_STAYS_SUSPENDED'])
  })
})
