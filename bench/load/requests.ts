import { randomUUID } from 'node:crypto'

/** The bytes of a request as a browser of an agent would send it, less what the server does not read. */
export function getRequest(path: string, token?: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${bearer(token)}\r\n`
}

/** A purchase with an idempotency key of its own. */
export function buyRequest(buy: { leadId: string; costRupees: number; token: string }): string {
  const body = JSON.stringify({ leadId: buy.leadId, expectedCost: buy.costRupees })
  return (
    `POST /api/leads/buyLead HTTP/1.1\r\nhost: 127.0.0.1\r\n${bearer(buy.token)}` +
    `idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  )
}

const bearer = (token?: string) => (token ? `authorization: Bearer ${token}\r\n` : '')
