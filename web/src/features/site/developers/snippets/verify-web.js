// For Cloudflare Workers, Deno and Bun, without a package.
export async function verify(secret, headers, body) {
  const sentAt = headers.get('webhook-timestamp')
  if (!(Math.abs(Date.now() / 1000 - sentAt) <= 300)) throw new Error('The message is too old.')
  const bytes = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const secretBytes = bytes(secret.replace('whsec_', ''))
  const key = await crypto.subtle.importKey('raw', secretBytes, hmac, false, ['verify'])
  const signed = new TextEncoder().encode(`${headers.get('webhook-id')}.${sentAt}.${body}`)
  for (const each of headers.get('webhook-signature').split(' ')) {
    const [version, signature] = each.split(',')
    if (version === 'v1' && (await crypto.subtle.verify(hmac, key, bytes(signature), signed))) {
      return JSON.parse(body)
    }
  }
  throw new Error('The signature is wrong.')
}
