import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { isLoopbackUrl, isWebhookUrl } from '@raahi/contract/webhook-events'
import { isPublicAddress } from '../../platform/http/public-address.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import { type PushNetwork, publicInternet } from '../../platform/push/push-network.ts'

/** How addresses that users chose are reached. */
export interface WebhookNetwork {
  /** Whether addresses of this machine are allowed. */
  trial: boolean
  internet?: PushNetwork
}

/**
 * The network for an address: the public internet over TLS, or in a trial this machine, which is then reached at
 * 127.0.0.1 and nowhere else. A name that resolves to this machine is refused, in a trial too.
 */
export function networkOf(
  { trial, internet = publicInternet }: WebhookNetwork,
  url: URL,
): PushNetwork {
  if (!trial || !isLoopbackUrl(url)) {
    return {
      ...internet,
      isService: ({ href, protocol }) => protocol === 'https:' && isWebhookUrl(href),
    }
  }
  return {
    isService: isLoopbackUrl,
    request: url.protocol === 'https:' ? secureRequest : request,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: (address) => address === '127.0.0.1',
  }
}

/**
 * Refuses an address to which nothing could be sent, as far as its text tells.
 * @throws ApiFailure VALIDATION_FAILED
 */
export function checkWebhookUrl(text: string, trial: boolean): void {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isPrivate = isLoopbackUrl(url) ? !trial : isIP(host) !== 0 && !isPublicAddress(host)
  if (isPrivate) throw validationFailure({ url: 'Enter an address on the public internet.' })
}
