import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EndpointSpec } from '@raahi/contract/endpoint'
import type { HttpAnswer } from './http-clients.ts'
import { testCache } from './test-cache.ts'

export const mainFile = join(import.meta.dirname, '../main.ts')
/** The product, with push services on this machine. */
export const mainWithLoopbackPush = join(import.meta.dirname, 'product-with-loopback-push.ts')

/** The product with addresses of this machine allowed for webhooks. */
export const mainInTrial = join(import.meta.dirname, 'product-in-trial.ts')

/** Settings of every process of the product that a test starts. Compiled code is kept, which halves the CPU of a start. */
export const processSettings = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(testCache, 'compiled'),
  LOG_LEVEL: 'error',
  SERVER_PROCESSES: '1',
}
const readyWithinMs = 60_000

/** The input of a call. */
export interface ProductCall {
  token?: string
  cookie?: string
  params?: Record<string, string>
  query?: string
  body?: object
  key?: string
}

/** With the cookies that the response set, as a request header. */
type ProductAnswer = HttpAnswer & { cookie: string }

/** The product in a separate process, as it runs in production. */
export interface ProductProcess {
  address: string
  child: ChildProcess
  call(endpoint: EndpointSpec, input?: ProductCall): Promise<ProductAnswer>
  /** Stops it with SIGTERM. @returns its exit code */
  stop(): Promise<number | null>
  /** Kills it, and waits until it has exited. */
  kill(): Promise<void>
}

/** Another test may take the free port before the product listens on it, and the product then exits. */
const maxStarts = 3

/**
 * Starts the product, one process of it unless `SERVER_PROCESSES` is set, and waits until it serves.
 * @param env its settings; `PORT` is a free one
 * @throws Error if it does not become ready
 */
export async function startProduct(
  env: NodeJS.ProcessEnv,
  main: string = mainFile,
): Promise<ProductProcess> {
  for (let starts = 1; ; starts += 1) {
    const port = await freePort()
    const child = spawn(process.execPath, [main], {
      env: { ...processSettings, HOST: '127.0.0.1', PORT: String(port), ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const address = `http://127.0.0.1:${port}`
    if (await becomesReady(child, address)) return openProcess(child, address)
    child.kill('SIGKILL')
    if (child.exitCode === null || starts === maxStarts) {
      throw new Error(`the product at ${address} did not become ready`)
    }
  }
}

function openProcess(child: ChildProcess, address: string): ProductProcess {
  return {
    address,
    child,
    call: (endpoint, input = {}) => call(address, endpoint, input),
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** @returns false if it exits or does not serve in time */
async function becomesReady(child: ChildProcess, address: string): Promise<boolean> {
  const until = Date.now() + readyWithinMs
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined)
    // Another product may have the port and respond. This is noticed only if ours has exited by then.
    if (answer?.status === 200 && child.exitCode === null) return true
    await sleep(30)
  }
  return false
}

async function call(
  address: string,
  endpoint: EndpointSpec,
  { token, cookie, params = {}, query, body, key }: ProductCall,
): Promise<ProductAnswer> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const answer = await fetch(address + path + (query ? `?${query}` : ''), {
    method: endpoint.method,
    headers: {
      // As the web app does after an action of its user.
      'cache-control': 'no-cache',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    cookie: answer.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; '),
    replayed: answer.headers.get('idempotency-replayed') === 'true',
    body: (await answer.json()) as HttpAnswer['body'],
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No port was given.')
  return address.port
}
