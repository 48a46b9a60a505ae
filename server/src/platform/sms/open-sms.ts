import type { Server } from 'node:http'
import type { SmsSettings } from '../../config/sms.ts'
import { ownAddress } from '../http/own-address.ts'
import { createSmsClient, type SmsClient, SmsNotSent } from './sms-client.ts'
import { smsSandboxPath } from './sms-sandbox.routes.ts'

/** The provider answers within a second or two. */
const timeoutMs = 8000

/** @returns undefined if no SMS are sent */
export function openSms(settings: Readonly<SmsSettings>, server: Server): SmsClient | undefined {
  if (settings.mode === 'off') return undefined
  const { authKey, templateId, baseUrl } = settings
  return createSmsClient({
    authKey,
    templateId,
    baseUrl: () => baseUrl ?? sandboxAddress(server),
    timeoutMs,
  })
}

/** @throws SmsNotSent while this process does not listen, for example during a stop */
function sandboxAddress(server: Server): string {
  const address = ownAddress(server)
  if (!address) {
    throw new SmsNotSent('the stand-in is unavailable while the server does not listen')
  }
  return address + smsSandboxPath
}
