import type { EndpointSpec } from '../../contract/src/endpoint.ts'
import { type RequestInput, serializeRequest } from './serialize-request.ts'
import type { BenchSystem } from './system-types.ts'

/** How one call of the product is asked while it is measured. */
export type CallBenchmark = {
  /** Of the call; unless it is looked at in one way only, with that. */
  name: string
  call: EndpointSpec
  kind: 'list' | 'write'
  /** Requests of one run at maxRequests; a write's are never repeated. */
  maxRequests: number
  /** More are refused, or would only wait for each other: the reason stands where it is set. */
  maxClients: number
  /** Why it takes longer the more there is; undefined: it should not. */
  grows: string | undefined
  /** Makes what the requests are about, and writes them down. */
  requests(system: BenchSystem, count: number): Promise<string[]>
}

type BenchmarkOptions<E extends EndpointSpec, S> = {
  /** What is special in how it is asked here. */
  what?: string
  /** Different requests of a list, at maxRequests; each connection has another to begin with. */
  subjects?: (system: BenchSystem, count: number) => Promise<readonly S[]>
  buildRequest: (system: BenchSystem, subject: S) => RequestInput<E>
  maxRequests?: number
  maxClients?: number
  grows?: string
}

/** A call that changes nothing: the same requests again and again. */
export function list<E extends EndpointSpec, S = number>(
  call: E,
  options: BenchmarkOptions<E, S>,
): CallBenchmark {
  return benchmark('list', call, options, { maxRequests: 64 })
}

/** A call that changes something: each request is about something else, made before. */
export function write<E extends EndpointSpec, S = number>(
  call: E,
  options: BenchmarkOptions<E, S>,
): CallBenchmark {
  return benchmark('write', call, options, { maxRequests: 300 })
}

function benchmark<E extends EndpointSpec, S>(
  kind: CallBenchmark['kind'],
  call: E,
  options: BenchmarkOptions<E, S>,
  usual: { maxRequests: number },
): CallBenchmark {
  const {
    what,
    subjects = indexes<S>,
    buildRequest,
    grows,
    maxClients = Number.POSITIVE_INFINITY,
  } = options
  return {
    name: what ? `${call.name}, ${what}` : call.name,
    call,
    kind,
    maxRequests: options.maxRequests ?? usual.maxRequests,
    maxClients,
    grows,
    async requests(system, count) {
      const about = await subjects(system, count)
      if (about.length === 0) throw new Error(`there is nothing to ask ${call.name} about`)
      return Promise.all(
        about.map((subject) => serializeRequest(call, buildRequest(system, subject))),
      )
    },
  }
}

/** Where all requests are alike but for who asks. */
async function indexes<S>(_world: BenchSystem, count: number): Promise<readonly S[]> {
  return Array.from({ length: count }, (_, at) => at as S)
}
