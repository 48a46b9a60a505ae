import { randomUUID } from 'node:crypto'

/** A GET request as an agent's browser sends it, without headers that the server ignores. */
export function getRequest(path: string, token?: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${bearer(token)}\r\n`
}

/** A request that no page of the last second answers. */
export function freshGetRequest(path: string, token?: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncache-control: no-cache\r\n${bearer(token)}\r\n`
}

/** A purchase with a new idempotency key. */
export function buyRequest(buy: { leadId: string; costRupees: number; token: string }): string {
  const body = JSON.stringify({ leadId: buy.leadId, expectedCost: buy.costRupees })
  return (
    `POST /api/leads/buyLead HTTP/1.1\r\nhost: 127.0.0.1\r\n${bearer(buy.token)}` +
    `idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  )
}

/** A JSON request of an agent with an idempotency key. */
export function postRequest(
  path: string,
  of: { body: object; token: string; key: string },
): string {
  const body = JSON.stringify(of.body)
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${bearer(of.token)}` +
    `idempotency-key: ${of.key}\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

const bearer = (token?: string) => (token ? `authorization: Bearer ${token}\r\n` : '')
