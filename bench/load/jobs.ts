import type { Latency } from '../statistics.ts'

/** Buys `perClient` leads on each of `clients` connections, one after the other. */
export type BuyJob = {
  kind: 'buy'
  port: number
  clients: number
  perClient: number
  /** Number of the first lead. Client c buys from firstLead + c × perClient. */
  firstLead: number
  costRupees: number
  /** Tokens of the agents. Agent (c + n × clients) mod agents makes the nth purchase of client c. */
  tokens: string[]
}

/** Requests the paths round-robin on each of `clients` connections for some seconds. */
export type ReadJob = {
  kind: 'read'
  port: number
  clients: number
  seconds: number
  paths: string[]
  /** No page of the last second answers the requests. */
  isFresh?: boolean
  /** Connection c uses token c mod tokens. Empty: no session. */
  tokens: string[]
}

/**
 * Sends serialized requests. Each of `clients` connections takes the next request, for some seconds or until none
 * remains.
 */
export type SendJob = {
  kind: 'send'
  port: number
  clients: number
  seconds: number
  /** Serialized requests, one character per byte. */
  requests: string[]
  /** Whether to start again after the last request. */
  repeat: boolean
}

export type Job = BuyJob | ReadJob | SendJob

export type LoadResult = {
  /** Number of successful requests. */
  answered: number
  /** Number of other responses by status. */
  refused: Record<string, number>
  /** Body of the first other response. */
  firstRefusal?: string
  elapsedSeconds: number
  perSecond: number
  /** Mean size of a response body. */
  bodyBytes: number
  latency: Latency
}
