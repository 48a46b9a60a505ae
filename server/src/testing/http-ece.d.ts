declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Decrypts a message of web push, as a browser does (RFC 8291). */
  export function decrypt(
    body: Buffer,
    keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
  const ece: { decrypt: typeof decrypt }
  export default ece
}
