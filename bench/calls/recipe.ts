import type { EndpointSpec } from '../../contract/src/endpoint.ts'
import { type Wish, writeRequest } from './wish.ts'
import type { World } from './world-types.ts'

/** How one call of the product is asked while it is measured. */
export type Recipe = {
  /** Of the call; unless it is looked at in one way only, with that. */
  name: string
  call: EndpointSpec
  kind: 'list' | 'write'
  /** Requests of one run at most; a write's are never repeated. */
  most: number
  /** More are refused, or would only wait for each other: the reason stands where it is set. */
  maxClients: number
  /** Why it takes longer the more there is; undefined: it should not. */
  grows: string | undefined
  /** Makes what the requests are about, and writes them down. */
  requests(world: World, count: number): Promise<string[]>
}

type Given<E extends EndpointSpec, S> = {
  /** What is special in how it is asked here. */
  what?: string
  /** Different requests of a list, at most; each connection has another to begin with. */
  subjects?: (world: World, count: number) => Promise<readonly S[]>
  ask: (world: World, subject: S) => Wish<E>
  most?: number
  maxClients?: number
  grows?: string
}

/** A call that changes nothing: the same requests again and again. */
export function list<E extends EndpointSpec, S = number>(call: E, given: Given<E, S>): Recipe {
  return recipe('list', call, given, { most: 64 })
}

/** A call that changes something: each request is about something else, made before. */
export function write<E extends EndpointSpec, S = number>(call: E, given: Given<E, S>): Recipe {
  return recipe('write', call, given, { most: 300 })
}

function recipe<E extends EndpointSpec, S>(
  kind: Recipe['kind'],
  call: E,
  given: Given<E, S>,
  usual: { most: number },
): Recipe {
  const { what, subjects = numbers<S>, ask, grows, maxClients = Number.POSITIVE_INFINITY } = given
  return {
    name: what ? `${call.name}, ${what}` : call.name,
    call,
    kind,
    most: given.most ?? usual.most,
    maxClients,
    grows,
    async requests(world, count) {
      const about = await subjects(world, count)
      if (about.length === 0) throw new Error(`there is nothing to ask ${call.name} about`)
      return Promise.all(about.map((subject) => writeRequest(call, ask(world, subject))))
    },
  }
}

/** Where all requests are alike but for who asks. */
async function numbers<S>(_world: World, count: number): Promise<readonly S[]> {
  return Array.from({ length: count }, (_, at) => at as S)
}
