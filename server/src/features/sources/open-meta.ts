import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import type { MetaSettings } from '../../config/meta.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ownAddress } from '../../platform/http/own-address.ts'
import { fetchLead, type MetaLead, MetaUnavailable } from './meta-client.ts'

/** Path of the stand-in, which replaces the address of Meta's Graph API. */
export const metaSandboxPath = '/sandbox/meta'

/** The operator's app at Meta: its leads, and the checks that need its secrets. */
export interface Meta {
  mode: 'sandbox' | 'live'
  /** @throws MetaLeadGone, MetaRefused or MetaUnavailable */
  fetchLead(leadgenId: string): Promise<MetaLead>
  /** Whether Meta signed exactly these bytes. @param signature the header `X-Hub-Signature-256` */
  isSigned(body: Buffer, signature: string): boolean
  /** The header of these bytes. */
  sign(body: Buffer): string
  isVerifyToken(token: string): boolean
}

/** @returns undefined if lead ads are not set up */
export function openMeta(settings: Readonly<MetaSettings>, server: Server): Meta | undefined {
  if (settings.mode === 'off') return undefined
  const { mode, appSecret, verifyToken, pageToken, graphUrl } = settings
  const digest = (body: Buffer) => createHmac('sha256', appSecret).update(body).digest()
  return {
    mode,
    fetchLead: async (leadgenId) =>
      fetchLead({ graphUrl: graphUrl ?? sandboxAddress(server), pageToken }, leadgenId),
    // All comparisons take the same time for every wrong value.
    isSigned(body, signature) {
      const given = /^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1] ?? ''
      const [bytes, expected] = [Buffer.from(given, 'hex'), digest(body)]
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    },
    sign: (body) => `sha256=${digest(body).toString('hex')}`,
    isVerifyToken: (token) => timingSafeEqual(hashToken(token), hashToken(verifyToken)),
  }
}

/** @throws MetaUnavailable while this process does not listen, for example during a stop */
function sandboxAddress(server: Server): string {
  const address = ownAddress(server)
  if (!address) {
    throw new MetaUnavailable('the stand-in is unavailable while the server does not listen')
  }
  return address + metaSandboxPath
}
