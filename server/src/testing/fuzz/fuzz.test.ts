import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemoData } from '../../demo/demo-data.ts'
import { createFileStore } from '../../platform/files/create-file-store.ts'
import { repetitions } from '../long-tests.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { createAnswerCheck } from './check-answer.ts'
import { readOperations } from './operations.ts'
import { type FuzzReport, runFuzz } from './run-fuzz.ts'
import type { WireAnswer } from './wire.ts'

let app: TestApp
let report: FuzzReport
beforeAll(async () => {
  app = await createTestApp({ runsTasks: true })
  await seedDemoData(app.database, createFileStore(app.config), app.config)
  report = await runFuzz(app, { requests: repetitions(6), seed: 6 })
}, repetitions(400_000))
afterAll(() => app.close())

describe('made-up requests, valid and broken, to every call of the OpenAPI document', () => {
  it('get the documented responses, no 5xx and no internals, and violate no invariant', () => {
    expect(report.findings).toEqual([])
  })

  it('reach every call, and most calls succeed at least once', async () => {
    const operations = await readOperations(app.app)
    expect(report.calls.map(({ name }) => name)).toEqual(operations.map(({ name }) => name))
    const succeeded = report.calls.filter(({ statuses }) =>
      Object.keys(statuses).some((status) => status.startsWith('2')),
    )
    expect(succeeded.length / operations.length).toBeGreaterThan(0.75)
  })
})

describe('the check of a response', () => {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'self'",
    'x-content-type-options': 'nosniff',
    'x-request-id': '1',
    'cache-control': 'no-store',
  }
  const refusal = { success: false, message: 'Lead not found', code: 'LEAD_NOT_FOUND' }
  const context = { isElsewhere: false, isHead: false, isAnonymous: false, isOtherRole: false }

  async function faultsOf(
    call: string,
    status: number,
    body: unknown,
    more: Partial<typeof context> & { headers?: WireAnswer['headers'] } = {},
  ) {
    const operation = (await readOperations(app.app)).find(({ name }) => name === call)
    if (!operation) throw new Error(`no call ${call}`)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = { status, headers: { ...headers, ...more.headers }, text, ms: 1 }
    return createAnswerCheck()(operation, answer, { ...context, ...more })
  }

  it('accepts documented responses', async () => {
    expect(await faultsOf('deleteLead', 404, refusal)).toEqual([])
    expect(await faultsOf('deleteLead', 200, { success: true, message: 'Lead deleted.' })).toEqual(
      [],
    )
  })

  it.each([
    ['a 5xx', 500, { ...refusal, code: 'INTERNAL_ERROR' }, 'a 500'],
    ['a status that is not described', 409, refusal, 'status 409 is not described'],
    ['a code of another call', 404, { ...refusal, code: 'PLAN_NOT_FOUND' }, 'not described'],
    ['a code with the status of another', 404, { ...refusal, code: 'FORBIDDEN' }, 'with status'],
    ['an error in another format', 404, { error: 'Not Found' }, 'standard form'],
    ['an undocumented field', 404, { ...refusal, stack: 'x' }, 'an error with stack'],
    ['no JSON', 404, '<html>', 'no JSON'],
    ['a success that violates its schema', 200, { success: 'yes' }, 'violates its schema'],
    ['a database message', 404, { ...refusal, message: 'relation "leads" is off' }, 'internals'],
    ['a stack', 404, { ...refusal, message: 'at f (/srv/a.ts:3)' }, 'contains internals'],
    ['a hash', 200, { success: true, message: '$argon2id$v=19' }, 'contains a secret'],
  ] as const)('reports %s', async (_, status, body, fault) => {
    const faults = await faultsOf('deleteLead', status, body)
    expect(faults.join('\n')).toContain(fault)
  })

  it('reports a nested field of a wrong type', async () => {
    const page = {
      leads: [],
      totalLeads: 0,
      isTotalCapped: false,
      currentPage: 1,
      hasNextPage: false,
      hasPrevPage: false,
      eventId: '',
    }
    expect(await faultsOf('listLeads', 200, { success: true, data: page })).toEqual([])
    const invalid = { success: true, data: { ...page, leads: [{ _id: 'no id' }] } }
    expect((await faultsOf('listLeads', 200, invalid)).join()).toContain('violates its schema')
  })

  it('reports a success without access, and missing headers', async () => {
    const done = { success: true, message: 'Lead deleted.' }
    expect(await faultsOf('deleteLead', 200, done, { isAnonymous: true })).toEqual([
      'succeeds without a token',
    ])
    expect(await faultsOf('deleteLead', 200, done, { isOtherRole: true })).toEqual([
      'succeeds with another role',
    ])
    const bare = { 'x-content-type-options': undefined, 'cache-control': 'public' }
    expect(await faultsOf('deleteLead', 404, refusal, { headers: bare })).toEqual([
      'no nosniff',
      'may be cached',
    ])
  })
})
