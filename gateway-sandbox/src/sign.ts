import { createHmac } from 'node:crypto'

/** Hex HMAC-SHA256, as the provider signs. @param wrong makes it that of another text */
export function sign(text: string, secret: string, wrong = false): string {
  return createHmac('sha256', secret)
    .update(wrong ? `${text}.` : text)
    .digest('hex')
}
