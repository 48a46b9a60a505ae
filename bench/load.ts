import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { type Agent, leadCostPaise } from '../server/src/testing/load/fill.ts'
import { median } from '../server/src/testing/load/statistics.ts'

/** A request. Headers have lower-case names. */
export type Request = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

type Load = {
  port: number
  clients: number
  /** The requests of each client, in turn. */
  requestsOf: (client: number) => Request[]
} & ({ seconds: number } | { amount: number })

export type LoadResult = { perSecond: number; p50Ms: number; p99Ms: number }

/**
 * Sends requests with autocannon, each client one at a time, for some seconds or until `amount` are answered.
 * @throws Error if a request fails. An error response costs less than the work and would improve the figure.
 */
export async function drive({ port, clients, requestsOf, ...end }: Load): Promise<LoadResult> {
  let next = 0
  let [startedAt, endedAt] = [0, 0]
  const options = {
    url: `http://127.0.0.1:${port}`,
    connections: clients,
    ...('amount' in end ? { amount: end.amount } : { duration: end.seconds }),
    // A run ends at the end of a sample, and its result has no more precise time.
    sampleInt: 20,
    timeout: 60,
    setupClient: (client: autocannon.Client) => client.setRequests(requestsOf(next++)),
  }
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)))
    run.on('start', () => {
      startedAt = performance.now()
    })
    run.on('response', () => {
      endedAt = performance.now()
    })
  })
  const answered = result['2xx']
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${requestsOf(0)[0]?.path}: ${result.errors} errors, ${formatStatuses(result)}`)
  }
  if (answered === 0) return { perSecond: 0, p50Ms: Infinity, p99Ms: Infinity }
  const { p50, p99 } = result.latency
  return { perSecond: (answered * 1000) / (endedAt - startedAt), p50Ms: p50, p99Ms: p99 }
}

/** How many responses had each status. */
export const formatStatuses = ({ statusCodeStats = {} }: autocannon.Result) =>
  Object.entries(statusCodeStats)
    .map(([status, { count }]) => `${count} × ${status}`)
    .join(', ')

/** A request of a list that the answer of the last second does not serve. */
export const fresh = { 'cache-control': 'no-cache' }

export function get(path: string, user?: Agent, headers: Record<string, string> = {}): Request {
  return { path, headers: { ...headers, ...(user && { authorization: `Bearer ${user.token}` }) } }
}

/** A JSON request with a new idempotency key. */
export function write(
  method: 'POST' | 'PUT',
  path: string,
  { user, body }: { user?: Agent | undefined; body: object },
): Request {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return { ...get(path, user, headers), method, body: JSON.stringify(body) }
}

export function buy(leadId: string, user: Agent): Request {
  return write('POST', '/api/leads/buyLead', {
    user,
    body: { leadId, expectedCost: leadCostPaise / 100 },
  })
}

/**
 * Sends one request.
 * @throws Error unless it succeeds
 */
export async function send(
  port: number,
  { path, ...init }: Omit<Request, 'body'> & { body?: string | FormData },
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`)
  return text
}

/** Sells a lead every 20 ms while `work` runs. */
export async function whileSelling<T>(
  port: number,
  { leads, buyers }: { leads: Iterator<string>; buyers: readonly Agent[] },
  work: () => Promise<T>,
): Promise<T> {
  let isOver = false
  const sell = async () => {
    for (let at = 0; !isOver; at += 1) {
      const due = performance.now() + 20
      const { value } = leads.next()
      const buyer = buyers[at % buyers.length]
      if (!value || !buyer) throw new Error('no leads are left to buy')
      await send(port, buy(value, buyer))
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    }
  }
  const selling = sell()
  selling.catch(() => {}) // Thrown below.
  try {
    return await work()
  } finally {
    isOver = true
    await selling
  }
}

type Pair = { a: LoadResult; b: LoadResult }

/** Runs both sides in every round, directly one after the other, and alternates the order. */
export async function runPairs(
  rounds: number,
  a: () => Promise<LoadResult>,
  b: () => Promise<LoadResult>,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await a()
      pairs.push({ a: first, b: await b() })
    } else {
      const first = await b()
      pairs.push({ a: await a(), b: first })
    }
  }
  return pairs
}

/** The median of the ratios, and of the rates of both sides. */
export function ratioOf(pairs: readonly Pair[]): { ratio: number; a: number; b: number } {
  return {
    ratio: median(pairs.map(({ a, b }) => a.perSecond / b.perSecond)),
    a: median(pairs.map(({ a }) => a.perSecond)),
    b: median(pairs.map(({ b }) => b.perSecond)),
  }
}

/** Does something every few milliseconds until it is over. @returns how long each took, in ms */
export async function measureEach(
  everyMs: number,
  isOver: () => boolean,
  work: (at: number) => Promise<unknown>,
): Promise<number[]> {
  const durationsMs: number[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    await work(durationsMs.length)
    durationsMs.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  return durationsMs
}
