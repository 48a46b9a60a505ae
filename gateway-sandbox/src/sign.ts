import { createHmac } from 'node:crypto'

/** Signs a text like the provider: HMAC-SHA256 in hexadecimal. @param wrong returns an invalid signature */
export function sign(text: string, secret: string, wrong = false): string {
  return createHmac('sha256', secret)
    .update(wrong ? `${text}.` : text)
    .digest('hex')
}
