import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Networks that are not part of the public internet, from the IANA registries of special-purpose addresses. */
const reserved: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by providers; metadata services of some clouds
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local; metadata services of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
  ['2001::', 23], // protocol assignments, Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which contains an IPv4 address
  ['3fff::', 20], // documentation
]

const blocked = new BlockList()
for (const [network, bits] of reserved) {
  blocked.addSubnet(network, bits, isIPv4(network) ? 'ipv4' : 'ipv6')
}

/** Global unicast. Loopback, mapped IPv4, NAT64, unique-local, link-local and multicast addresses are outside it. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address belongs to the public internet. A request to another address could reach services of the
 * operator's network. An IPv6 address outside global unicast is never public, also if it contains a public IPv4
 * address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4')
  // With a zone, as in fe80::1%eth0, it is link-local.
  if (!isIPv6(address) || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}
