import type { EndpointSpec } from '../../contract/src/endpoint.ts'
import { type RequestInput, serializeRequest } from './serialize-request.ts'
import type { BenchSystem } from './system-types.ts'

/** How to measure one call of the product. */
export type CallBenchmark = {
  /** Name of the call, with the variant if there are several. */
  name: string
  call: EndpointSpec
  kind: 'list' | 'write'
  /** Maximum number of requests in one run. Requests of a write are never repeated. */
  maxRequests: number
  /** Limit for calls that reject or queue more clients. The reason is next to each value. */
  maxClients: number
  /** Why the time grows with the amount of data. Undefined: it should not grow. */
  grows: string | undefined
  /** Creates the subjects of the requests and serializes the requests. */
  requests(system: BenchSystem, count: number): Promise<string[]>
}

type BenchmarkOptions<E extends EndpointSpec, S> = {
  /** What distinguishes this variant. */
  variant?: string
  /** Creates the subjects of up to `maxRequests` requests. Each connection starts with another request. */
  subjects?: (system: BenchSystem, count: number) => Promise<readonly S[]>
  buildRequest: (system: BenchSystem, subject: S) => RequestInput<E>
  maxRequests?: number
  maxClients?: number
  grows?: string
}

/** Defines the benchmark of a call that changes nothing. Its requests are repeated. */
export function list<E extends EndpointSpec, S = number>(
  call: E,
  options: BenchmarkOptions<E, S>,
): CallBenchmark {
  return benchmark('list', call, options, { maxRequests: 64 })
}

/** Defines the benchmark of a call that changes data. Each request has a subject that was created for it. */
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
    variant,
    subjects = indexes<S>,
    buildRequest,
    grows,
    maxClients = Number.POSITIVE_INFINITY,
  } = options
  return {
    name: variant ? `${call.name}, ${variant}` : call.name,
    call,
    kind,
    maxRequests: options.maxRequests ?? usual.maxRequests,
    maxClients,
    grows,
    async requests(system, count) {
      const subjectList = await subjects(system, count)
      if (subjectList.length === 0) throw new Error(`no subjects for ${call.name}`)
      return Promise.all(
        subjectList.map((subject) => serializeRequest(call, buildRequest(system, subject))),
      )
    },
  }
}

/** Used if the requests differ only in the caller. */
async function indexes<S>(_world: BenchSystem, count: number): Promise<readonly S[]> {
  return Array.from({ length: count }, (_, at) => at as S)
}
