import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../http/public-address.ts'

/** How the product reaches push services. Their addresses come from browsers, so that an attacker chooses them. */
export interface PushNetwork {
  protocol: 'https:' | 'http:'
  request: typeof request
  resolve: (
    host: string,
    options: LookupAllOptions,
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void
  isAllowed: (address: string) => boolean
}

/** The public internet over TLS. Only tests use another one, which no setting can choose. */
export const publicInternet: PushNetwork = {
  protocol: 'https:',
  request: secureRequest,
  resolve: lookup,
  isAllowed: isPublicAddress,
}

/** The address of a push service is not one that the product may call. */
export class AddressRefused extends Error {}

/**
 * Checks what can be checked without resolving the name.
 * @throws AddressRefused
 */
export function checkAddress({ protocol, isAllowed }: PushNetwork, url: URL): void {
  // Node connects to a literal address without calling `lookup`.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (url.protocol !== protocol || (isIP(host) !== 0 && !isAllowed(host))) {
    throw new AddressRefused(`${url.protocol}//${url.host} is not on the public internet`)
  }
}

/**
 * Resolves a name for a connection, which is then made to exactly the checked addresses: a second resolution could return others. A
 * name with any address that is not allowed is refused.
 */
export function checkedLookup({ resolve, isAllowed }: PushNetwork): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return done(new AddressRefused(`${host} is not on the public internet`), [])
      }
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}
