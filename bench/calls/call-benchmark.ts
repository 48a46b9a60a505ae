import type { CallInput, EndpointSpec } from '../../contract/src/endpoint.ts'
import { serializeRequest } from './serialize-request.ts'
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

/**
 * The subject of one request: the values of its path parameters by name, the values for its body, and `caller` if only
 * one user may send the request.
 */
type Subject = { caller?: { token: string } }
/** The subject of calls that need nothing but a user. */
type AgentSubject = { userId: string; email: string; caller?: { token: string } }

type Of<S, Value> = Value | ((subject: S) => Value)

type BenchmarkOptions<E extends EndpointSpec, S> = {
  /** What distinguishes this variant. */
  variant?: string
  /** Creates the subjects of up to `maxRequests` requests. Default: the agents in turn. */
  subjects?: (system: BenchSystem, count: number) => Promise<readonly S[]>
  /**
   * The role of the caller if the subject has no `caller`. Default: an admin if only admins may call, otherwise an
   * agent.
   */
  caller?: 'agent' | 'admin'
  /** Path parameters that no subject has. */
  params?: Record<string, string>
  query?: Of<S, CallInput<E>['query']>
  body?: Of<S, CallInput<E>['body']>
  headers?: (subject: S) => Record<string, string>
  maxRequests?: number
  maxClients?: number
  grows?: string
}

/** Defines the benchmark of a call that changes nothing. Its requests are repeated. */
export function list<E extends EndpointSpec, S extends object = AgentSubject>(
  call: E,
  options: BenchmarkOptions<E, S> = {},
): CallBenchmark {
  return benchmark('list', call, { maxRequests: 64, ...options })
}

/** Defines the benchmark of a call that changes data. Each request has a subject that was created for it. */
export function write<E extends EndpointSpec, S extends object = AgentSubject>(
  call: E,
  options: BenchmarkOptions<E, S> = {},
): CallBenchmark {
  return benchmark('write', call, { maxRequests: 300, ...options })
}

function benchmark<E extends EndpointSpec, S extends object>(
  kind: CallBenchmark['kind'],
  call: E,
  options: BenchmarkOptions<E, S> & { maxRequests: number },
): CallBenchmark {
  const { variant, params, query, body, headers } = options
  const { maxRequests, maxClients = Number.POSITIVE_INFINITY, grows } = options
  const { caller = call.access === 'admin' ? 'admin' : 'agent' } = options
  const { subjects = agentsInTurn<S>(caller) } = options
  return {
    name: variant ? `${call.name}, ${variant}` : call.name,
    call,
    kind,
    maxRequests,
    maxClients,
    grows,
    async requests(system, count) {
      const subjectList = await subjects(system, count)
      if (subjectList.length === 0) throw new Error(`no subjects for ${call.name}`)
      return Promise.all(
        subjectList.map((subject: S & Subject) =>
          serializeRequest(call, {
            token: (subject.caller ?? system[caller]()).token,
            params: { ...subject, ...params },
            query: resolve(query, subject),
            body: resolve(body, subject),
            headers: headers?.(subject),
          }),
        ),
      )
    },
  }
}

function resolve<S, Value>(value: Of<S, Value>, subject: S): Value {
  return typeof value === 'function' ? (value as (subject: S) => Value)(subject) : value
}

function agentsInTurn<S>(caller: 'agent' | 'admin') {
  return async (system: BenchSystem, count: number): Promise<readonly S[]> =>
    Array.from({ length: count }, () => {
      const agent = system.agent()
      const subject: AgentSubject = { userId: agent.id, email: agent.email }
      return (caller === 'agent' ? { ...subject, caller: agent } : subject) as unknown as S
    })
}
