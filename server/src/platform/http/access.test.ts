import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { EndpointSpec } from '@raahi/contract/endpoint'
import { endpoints } from '@raahi/contract/endpoints'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccessCalls, type Actor, actors } from '../../testing/access/access-calls.ts'
import { areas } from '../../testing/access/areas.ts'
import { giveMoney, makeAdmin, makeAgent, makeLead } from '../../testing/factories.ts'
import { openGateway } from '../../testing/gateway.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { untilJobsDone } from '../../testing/mails.ts'
import { createTestApp, type TestApp, type TestInput } from '../../testing/test-app.ts'
import { hashToken } from './caller.ts'

/** Routes outside the contract. A route that is neither in the contract nor in this list fails the tests. */
const otherRoutes = [
  /^GET \/(healthz|readyz)$/,
  /^GET \/api\/docs(\/|\/json|\/yaml|\/static\/.*|\/uiConfig|\/initOAuth|\/\*)?$/,
  // The built web app: prerendered pages and files; profile pictures, which are public. None of it is under /api or
  // accepts a body.
  /^GET \/(?!api(\/|$))/,
  // The stand-in gateway: an external company for the product, with separate keys (gateway-sandbox/).
  /^(POST|PUT) \/sandbox\/razorpay\//,
  // The stand-in of a trial for the SMS provider, with a separate key (platform/sms/sms-sandbox.routes.ts).
  /^(POST|PUT) \/sandbox\/msg91\//,
  // Called by the gateway, which signs its requests (payments/webhook.test.ts).
  /^POST \/api\/razorPay\/webhook$/,
  // Called by Meta, which signs its requests (sources/meta-ads.test.ts).
  /^POST \/api\/intake\/meta$/,
  // Sent by mail programs with secrets of saved searches (site-forms/one-click-pages.ts).
  /^POST \/alerts\/stop$/,
  // Sent by mail programs with the secret of an agent (site-forms/one-click-pages.ts).
  /^POST \/reminders\/stop$/,
  // Sent by the page behind the link of a mail, with the secret of a rule (site-forms/one-click-pages.ts).
  /^POST \/automatic-buying\/pause$/,
  // The forms of the public site without JavaScript, which are public like their calls (site-forms/).
  /^POST \/(enquiries|contact)$/,
  // Sent by browsers before a cross-site call; answered by the CORS plugin.
  /^OPTIONS \*$/,
]

const statuses = Object.assign({}, ...areas.map((area) => area.statuses)) as AccessCalls['statuses']
const notFound = Object.assign({}, ...areas.map((area) => area.notFound)) as AccessCalls['statuses']
const requests = Object.assign({}, ...areas.map((area) => area.requests)) as AccessCalls['requests']

/** The error code of a refusal by status. For other statuses, `notFound` has the code of each call. */
const codes: Record<number, string> = {
  401: 'UNAUTHENTICATED',
  402: 'PLAN_NOT_PAID',
  403: 'FORBIDDEN',
  409: 'EMAIL_ALREADY_CONFIRMED',
}

let app: TestApp
const routes: string[] = []
let fingerprintQuery: string

beforeAll(async () => {
  const noteRoutes = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
  }
  subscribe('fastify.initialization', noteRoutes)
  app = await createTestApp()
  unsubscribe('fastify.initialization', noteRoutes)
  // The stand-in gateway is a part of the product and is called over HTTP.
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  await openGateway(app).behave({ webhooks: 'drop' })
  fingerprintQuery = await makeFingerprintQuery()
})
afterAll(() => app.close())

/** The actors of one row of the table, each with its token. */
async function createActors() {
  const { db, database } = app
  const [agent, other, expired, refresh, ended, suspended, admin] = [
    await makeAgent(db),
    await makeAgent(db),
    await makeAgent(db),
    await makeAgent(db),
    await makeAgent(db),
    await makeAgent(db),
    await makeAdmin(db),
  ]
  for (const user of [agent, other]) await giveMoney(database, user.id, 100_000)
  await db
    .updateTable('session_tokens')
    .set({ expires_at: sql`now() - interval '1 millisecond'` })
    .where('token_hash', '=', hashToken(expired.token))
    .execute()
  await db
    .updateTable('session_tokens')
    .set({ kind: 'refresh' })
    .where('token_hash', '=', hashToken(refresh.token))
    .execute()
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', ended.id)
    .execute()
  await db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', suspended.id)
    .execute()
  const tokens: Record<Actor, string | null> = {
    anonymous: null,
    garbage: 'x'.repeat(43),
    expired: expired.token,
    refresh: refresh.token,
    ended: ended.token,
    suspended: suspended.token,
    agent: agent.token,
    other: other.token,
    admin: admin.token,
  }
  return { agent, tokens }
}

/** A hash for each table. */
type Fingerprint = Record<string, string>

/** Selects a hash of the versions of all rows of each table, except those of the gateway. */
async function makeFingerprintQuery(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename !~ '^sandbox_'`.execute(app.db)
  // Every write of a row changes its ctid or its xmin.
  const rowVersion = `concat(t.ctid, ' ', t.xmin)`
  // Uploads and changes of the pipeline count against the limit of their caller before the owner is read.
  const rateLimitVersion = `case when t.key !~ '^(request pictures|pipeline) of ' then ${rowVersion} end`
  const hashes = tables.map(({ name }) => {
    const version = name === 'rate_limits' ? rateLimitVersion : rowVersion
    return `select '${name}' as name,
      (select md5(coalesce(string_agg(${version}, ',' order by t.ctid), '')) from ${name} t) as hash`
  })
  return hashes.join(' union all ')
}

/** Planning takes most of the time of the query, so it is prepared. */
async function fingerprint(): Promise<Fingerprint> {
  const statement = { name: 'fingerprint', text: fingerprintQuery, values: [] }
  const { rows } = await app.database.prepared<{ name: string; hash: string }>(statement)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

function expectedOf(spec: EndpointSpec): Record<Actor, number> {
  const cells = (statuses[spec.name] ?? '').trim().split(/\s+/).map(Number)
  return Object.fromEntries(actors.map((actor, i) => [actor, cells[i]])) as Record<Actor, number>
}

describe('every route is declared', () => {
  const contract = new Set(
    endpoints.map((spec) => `${spec.method} ${spec.path.replace(/\{(\w+)\}/g, ':$1')}`),
  )

  it('each route is a call of the contract or in the short list of others', () => {
    expect(routes.length).toBeGreaterThan(endpoints.length)
    const unknown = routes.filter((route) => {
      // HEAD is answered by the GET route of the same address, behind the same check.
      const asGet = route.replace(/^HEAD /, 'GET ')
      return !contract.has(asGet) && !otherRoutes.some((known) => known.test(asGet))
    })
    expect(unknown).toEqual([])
  })

  it('each call of the contract has one route', () => {
    for (const call of contract) expect(routes.filter((route) => route === call)).toEqual([call])
  })

  it('the table below has an entry for each call, and no other entry', () => {
    const names = endpoints.map((spec) => spec.name).sort()
    expect(new Set(names).size).toBe(names.length)
    expect(areas.flatMap((area) => Object.keys(area.statuses)).sort()).toEqual(names)
    expect(areas.flatMap((area) => Object.keys(area.requests)).sort()).toEqual(names)
    for (const spec of endpoints) {
      expect(Object.values(expectedOf(spec)).filter(Boolean), spec.name).toHaveLength(actors.length)
    }
  })
})

describe('access', () => {
  it.each(endpoints)('$name', async (spec) => {
    const expected = expectedOf(spec)
    await untilJobsDone(app.database) // Jobs of earlier calls write too.
    const { agent, tokens } = await createActors()
    await setLeadPrice(app.db, 'both', 5000)
    const callAs = async (actor: Actor, input: TestInput) => {
      const token = tokens[actor]
      const answer = await (token ? app.as({ token }) : app).call(spec, input)
      expect(answer.status, `${actor}: ${answer.text}`).toBe(expected[actor])
      return answer
    }
    const makeInput = async () => (await requests[spec.name]?.(app, agent)) ?? {}
    const refused = actors.filter((actor) => expected[actor] >= 400)
    if (refused.length > 0) {
      const input = await makeInput()
      const before = await fingerprint()
      for (const actor of refused) {
        const { status, code } = await callAs(actor, input)
        expect(code, actor).toBe(codes[status] ?? notFound[spec.name])
      }
      expect(await fingerprint(), `one of ${refused} changed something`).toEqual(before)
    }
    for (const actor of actors) {
      if (expected[actor] < 400) await callAs(actor, await makeInput())
    }
  })

  it('the fingerprint changes with one changed field', async () => {
    const id = await makeLead(app.db)
    const before = await fingerprint()
    expect(await fingerprint()).toEqual(before)
    await app.db.updateTable('leads').set({ infant: 1 }).where('id', '=', id).execute()
    expect(await fingerprint()).not.toEqual(before)
  })

  it('access is decided before the body is read, so a refused caller learns nothing about the body', async () => {
    const { tokens } = await createActors()
    for (const spec of endpoints.filter(({ body, access }) => body && access === 'admin')) {
      const params = { id: 'no-id', userId: 'no-id' }
      const anonymous = await app.call(spec, { params, body: { wrong: 1 } })
      expect([anonymous.status, anonymous.code]).toEqual([401, 'UNAUTHENTICATED'])
      const agent = app.as({ token: tokens.agent ?? '' })
      const refused = await agent.call(spec, { params, body: { wrong: 1 } })
      expect([refused.status, refused.code]).toEqual([403, 'FORBIDDEN'])
      expect(refused.fieldErrors).toBeUndefined()
    }
  })

  it('HEAD needs the same rights as GET', async () => {
    const { agent, tokens } = await createActors()
    const reads = endpoints.filter(({ method }) => method === 'GET')
    expect(reads.length).toBeGreaterThan(5)
    for (const spec of reads) {
      const { query = {}, params = {} } = (await requests[spec.name]?.(app, agent)) ?? {}
      const url = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? agent.id)
      const headRequest = { method: 'HEAD', url, query: query as Record<string, string> } as const
      const anonymous = await app.app.inject(headRequest)
      // A file has no HEAD route.
      expect(anonymous.statusCode, spec.name).toBe(
        spec.answerType ? 404 : expectedOf(spec).anonymous,
      )
      const authorization = `Bearer ${tokens.other}`
      const other = await app.app.inject({ ...headRequest, headers: { authorization } })
      expect(other.statusCode, spec.name).toBe(spec.answerType ? 404 : expectedOf(spec).other)
    }
  })

  it('a token is accepted only in the authorization header', async () => {
    const { tokens } = await createActors()
    const token = tokens.admin ?? ''
    for (const request of [
      { url: `/api/auth/me?access_token=${token}` },
      { url: `/api/auth/me?token=${token}` },
      { url: '/api/auth/me', headers: { cookie: `accessToken=${token}; token=${token}` } },
      { url: '/api/auth/me', headers: { 'x-access-token': token } },
      { url: '/api/auth/me', headers: { authorization: token } },
      { url: '/api/auth/me', headers: { authorization: `Basic ${token}` } },
    ]) {
      expect((await app.app.inject(request)).statusCode, JSON.stringify(request)).toBe(401)
    }
  })
})
