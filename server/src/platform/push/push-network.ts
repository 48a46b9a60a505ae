import { type LookupAddress, promises } from 'node:dns'
import type { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isServiceAddress } from '@raahi/contract/push-alerts'
import { isPublicAddress } from '../http/public-address.ts'

/** How the product reaches push services. Their addresses come from browsers, so an attacker can choose them. */
export interface PushNetwork {
  isService: (url: URL) => boolean
  request: typeof request
  /** Returns at least one address, or throws. Rejects when the signal is aborted. */
  resolve: (host: string, signal: AbortSignal) => Promise<LookupAddress[]>
  isAllowed: (address: string) => boolean
}

/** The public internet over TLS. Only tests use another network. No setting can select one. */
export const publicInternet: PushNetwork = {
  isService: isServiceAddress,
  request: secureRequest,
  resolve: (host, signal) => resolveName(host, signal),
  isAllowed: isPublicAddress,
}

/** The address of a push service is not one that the product may call. */
export class AddressRefused extends Error {}

/**
 * Checks the URL as far as possible without resolving its name.
 * @throws AddressRefused
 */
export function checkAddress({ isService, isAllowed }: PushNetwork, url: URL): void {
  // Node connects to a literal address without calling `lookup`.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!isService(url) || (isIP(host) !== 0 && !isAllowed(host))) {
    throw new AddressRefused(`${url.protocol}//${url.host} is not a push service`)
  }
}

/**
 * Resolves a name and checks its addresses. The connection is made to exactly these addresses, because a second
 * resolution could return others. A name is refused if any of its addresses is not allowed.
 */
export function checkedLookup(
  { resolve, isAllowed }: PushNetwork,
  signal: AbortSignal,
): LookupFunction {
  return (host, options, done) => {
    const give = (addresses: LookupAddress[]) => {
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return done(new AddressRefused(`${host} is not on the public internet`), [])
      }
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    }
    resolve(host, signal).then(give, (error) => done(error, []))
  }
}

/**
 * Queries the name servers of the machine. Unlike `dns.lookup`, this can be cancelled and occupies no thread, so that
 * the few threads stay free to resolve names for the payment gateway and the database.
 * @param servers addresses with ports, instead of the name servers of the machine
 */
export async function resolveName(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<LookupAddress[]> {
  signal.throwIfAborted()
  const resolver = new promises.Resolver({ timeout: 2000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ]
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason
    return addresses
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
