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

/**
 * Sends requests that are written down already: each of `clients` connections takes the next one that nobody has taken
 * yet, for some seconds or until none is left.
 */
export type SendJob = {
  kind: 'send'
  port: number
  clients: number
  seconds: number
  /** Whole ones, one character a byte. */
  requests: string[]
  /** Whether they may be sent again, from the first on. */
  repeat: boolean
}

export type Job = BuyJob | ReadJob | SendJob

export type LoadResult = {
  /** Requests answered with a status of success. */
  answered: number
  /** How often each other status came. */
  refused: Record<string, number>
  /** What the first of these said. */
  firstRefusal?: string
  elapsedSeconds: number
  perSecond: number
  /** Mean size of an answer's body. */
  bodyBytes: number
  latency: Latency
}
