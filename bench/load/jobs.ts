import type { Latency } from '../statistics.ts'

/** Buys `perClient` leads on each of `clients` connections, one after the other. */
export type BuyJob = {
  kind: 'buy'
  port: number
  clients: number
  perClient: number
  /** Number of the first lead; client c takes the ones from firstLead + c × perClient. */
  firstLead: number
  costRupees: number
  /** Of the agents; the nth purchase of client c is made by agent (c + n × clients) mod agents. */
  tokens: string[]
}

/** Asks for the paths in turn, on each of `clients` connections, for some seconds. */
export type ReadJob = {
  kind: 'read'
  port: number
  clients: number
  seconds: number
  paths: string[]
  /** Connection c uses token c mod tokens; none: no session. */
  tokens: string[]
}

export type Job = BuyJob | ReadJob

export type LoadResult = {
  /** Requests answered with status 200. */
  answered: number
  /** How often each other status came. */
  refused: Record<string, number>
  elapsedSeconds: number
  perSecond: number
  /** Mean size of an answer's body. */
  bodyBytes: number
  latency: Latency
}
