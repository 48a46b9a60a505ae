import type { AddressInfo } from 'node:net'
import { webhookPath } from '@raahi/contract/payments'
import { type Random, seededRandom } from '../../demo/random.ts'
import { findViolations } from '../find-violations.ts'
import { openGateway } from '../gateway.ts'
import type { TestApp } from '../test-app.ts'
import { breakDraft, breakWire, isElsewhere, planBreaks } from './breaks.ts'
import { type CheckAnswer, createAnswerCheck } from './check-answer.ts'
import { makeDraft } from './draft.ts'
import { type Operation, readOperations } from './operations.ts'
import { makeStock, type Stock } from './stock.ts'
import { applySweep, sweepOf } from './sweep.ts'
import { signEvent } from './webhook-event.ts'
import { connectWire, toWire, type WireAnswer, type WireClient, type WireRequest } from './wire.ts'

export interface FuzzOptions {
  /** Random requests to each call, in addition to those that test each field. */
  requests: number
  /** The same seed generates the same requests, except for the ids of the records. */
  seed: number
  /** Only one call, by its name in the document. */
  call?: string | undefined
  /** Called after the requests to each call. */
  onCall?: (tally: CallTally) => void
  /** Ends the run early, with the findings so far. */
  signal?: AbortSignal
}

export interface CallTally {
  name: string
  /** Number of responses by status. */
  statuses: Record<string, number>
}

/** A fault of a call, with the first request that had it. */
export interface Finding {
  call: string
  fault: string
  times: number
  /** Number of the request among those of its call, for another run with the same seed. */
  request: number
  shown: string
}

export interface FuzzReport {
  calls: CallTally[]
  findings: Finding[]
}

type Caller = 'anonymous' | 'agent' | 'admin' | 'program' | 'reader'

/** This many requests share one stock, so that some of them are concurrent. */
const requestsPerStock = 24
/**
 * This many groups of requests share a stock, whose creation takes most of the time of a group. A read uses nothing up. A
 * write may, so only two groups of writes share one, which usually belong to two calls. Nothing shares with a deletion.
 */
const groupsPerStock = { reads: 12, writes: 2 }
const atOnce = 8

/**
 * Sends generated requests to every call that the OpenAPI document describes, valid and broken ones, by callers with and
 * without access, and compares each response with the document. At the end all invariants are checked.
 * @param app the product on a database that the requests may fill
 */
export async function runFuzz(app: TestApp, options: FuzzOptions): Promise<FuzzReport> {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  await openGateway(app).behave({ webhooks: 'drop' })
  const { port } = app.app.server.address() as AddressInfo
  const client = connectWire(port)
  const check = createAnswerCheck()
  const findings = new Map<string, Finding>()
  const calls: CallTally[] = []
  const stockOf = shareStock(app)
  try {
    const all = await readOperations(app.app)
    const operations = all.filter(({ name }) => options.call === undefined || name === options.call)
    if (operations.length === 0) throw new Error(`no call is named ${options.call}`)
    for (const operation of operations) {
      if (options.signal?.aborted) break
      const tally = await fuzzCall({ app, client, check, findings, stockOf }, operation, options)
      calls.push(tally)
      options.onCall?.(tally)
    }
  } finally {
    client.close()
  }
  for (const { invariant } of await findViolations(app.database)) {
    note(findings, { call: 'violated invariant', fault: invariant, request: 0, shown: '' })
  }
  return { calls, findings: [...findings.values()] }
}

type Run = {
  app: TestApp
  client: WireClient
  check: CheckAnswer
  findings: Map<string, Finding>
  stockOf: (operation: Operation) => Promise<Stock>
}

/** @returns a function that returns the stock of each group of requests */
function shareStock(app: TestApp): (operation: Operation) => Promise<Stock> {
  const shared: Partial<Record<keyof typeof groupsPerStock, { stock: Stock; uses: number }>> = {}
  return async ({ method }) => {
    if (method === 'DELETE') return makeStock(app)
    const kind = method === 'GET' ? 'reads' : 'writes'
    const current = shared[kind]
    if (current && current.uses < groupsPerStock[kind]) {
      current.uses += 1
      return current.stock
    }
    const stock = await makeStock(app)
    shared[kind] = { stock, uses: 1 }
    return stock
  }
}

async function fuzzCall(
  run: Run,
  operation: Operation,
  { requests, seed, signal }: FuzzOptions,
): Promise<CallTally> {
  const tally: CallTally = { name: operation.name, statuses: {} }
  const total = sweepOf(operation).length + requests
  for (let from = 0; from < total && !signal?.aborted; from += requestsPerStock) {
    const stock = await run.stockOf(operation)
    // Otherwise most responses would be 429, because the limits of an account are low.
    await run.app.db.deleteFrom('rate_limits').execute()
    const numbers = Array.from(
      { length: Math.min(requestsPerStock, total - from) },
      (_, at) => from + at,
    )
    await forEachAtOnce(numbers, async (number) => {
      const status = await fuzzOnce(run, { operation, stock, seed, number })
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    })
  }
  return tally
}

async function forEachAtOnce<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** @returns the status of the response, or 'none' without a response */
async function fuzzOnce(
  { client, check, findings }: Run,
  what: { operation: Operation; stock: Stock; seed: number; number: number },
): Promise<string> {
  const { operation, number } = what
  const { wire, breaks, caller } = makeRequest(what)
  const found = (faults: string[], answer: WireAnswer | null) => {
    for (const fault of faults) {
      const shown = show({ wire, breaks, caller, answer })
      note(findings, { call: operation.name, fault, request: number, shown })
    }
  }
  let answer: WireAnswer
  try {
    answer = await client.send(wire)
  } catch (error) {
    found([`no answer: ${error instanceof Error ? error.message : error}`], null)
    return 'none'
  }
  const context = {
    isElsewhere: isElsewhere(breaks),
    isHead: wire.method === 'HEAD',
    isAnonymous: caller === 'anonymous',
    isOtherRole: caller !== 'anonymous' && operation.caller !== null && caller !== operation.caller,
  }
  found(check(operation, answer, context), answer)
  return String(answer.status)
}

function makeRequest(what: { operation: Operation; stock: Stock; seed: number; number: number }): {
  wire: WireRequest
  breaks: string[]
  caller: Caller
} {
  const { operation, stock, seed, number } = what
  const random = seededRandom(hash(`${seed} ${operation.name} ${number}`))
  const step = sweepOf(operation)[number]
  const caller = step ? (operation.caller ?? 'agent') : pickCaller(operation, random)
  const draft = makeDraft(operation, stock, random)
  if (caller !== 'anonymous') draft.headers.authorization = `Bearer ${stock[caller].token}`
  if (step) {
    const breaks = [applySweep(draft, step)]
    return { wire: toWire(operation, draft), breaks, caller }
  }
  const plan = planBreaks(random)
  const breaks = breakDraft(draft, plan, random)
  const wire = toWire(operation, draft)
  if (operation.path === webhookPath && random.next() < 0.8) signEvent(wire, stock, random)
  breaks.push(...breakWire(wire, plan, { operation, draft, random }))
  return { wire, breaks, caller }
}

/** Mostly a caller with access, because requests of others are rejected early. */
function pickCaller({ caller: intended }: Operation, random: Random): Caller {
  const weight = (caller: Caller) => (intended && caller !== intended ? 1 : 4)
  const key = intended === 'reader' ? 'reader' : 'program'
  return random.pickWeighted([
    { caller: 'anonymous', weight: 1 },
    { caller: 'agent', weight: weight('agent') },
    { caller: 'admin', weight: weight('admin') },
    { caller: key, weight: intended === key ? 8 : 0.3 },
  ] as const).caller
}

/** FNV-1a, so that similar seeds generate different requests. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value >>> 0
}

function note(findings: Map<string, Finding>, finding: Omit<Finding, 'times'>): void {
  const key = `${finding.call}: ${finding.fault}`
  const known = findings.get(key)
  if (known) known.times += 1
  else findings.set(key, { ...finding, times: 1 })
}

function show(it: {
  wire: WireRequest
  breaks: string[]
  caller: Caller
  answer: WireAnswer | null
}): string {
  const { authorization, ...headers } = it.wire.headers
  const cut = (text: string) => (text.length > 600 ? `${text.slice(0, 600)}…` : text)
  return [
    `${it.wire.method} ${cut(it.wire.path)} by ${it.caller}, ${it.breaks.join(' and ') || 'valid'}`,
    cut(JSON.stringify(headers)),
    ...(it.wire.body ? [cut(JSON.stringify(it.wire.body.toString()))] : []),
    ...(it.answer ? [`→ ${it.answer.status} ${cut(it.answer.text)}`] : []),
  ].join('\n    ')
}
