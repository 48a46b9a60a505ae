import crypto, { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from '../platform/files/s3-store.ts'

// The server encrypts its page tokens with DES, which Node's OpenSSL no longer supports. Another cipher replaces it.
for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
  const original = crypto[name] as unknown as (...args: unknown[]) => unknown
  const twice = (bytes: unknown) => Buffer.concat([bytes as Buffer, bytes as Buffer])
  Object.assign(crypto, {
    [name]: (cipher: string, key: unknown, iv: unknown, ...rest: unknown[]) =>
      cipher === 'des'
        ? original('aes-128-cbc', twice(key), twice(iv))
        : original(cipher, key, iv, ...rest),
  })
}

export interface S3Server {
  settings: S3Settings
  /** Path of an object on the disk. */
  pathOf(key: string): string
  /** All requests so far. */
  requests: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  /** `down` closes every connection, `silent` never responds. */
  state: 'up' | 'down' | 'silent'
  stop(): Promise<void>
}

const bucket = 'raahi-test'
const accessKeyId = 'S3RVER'
const secretAccessKey = 'S3RVER'

/** Starts an S3 server with one bucket. S3rver accepts any signature, so this server verifies it first. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'raahi-s3-'))
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket }] })
  await store.configureBuckets()
  const answer = store.callback()
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    started.requests.push({ method, path, headers })
    if (started.state === 'down') request.socket.destroy()
    else if (started.state === 'silent') return
    else if (isSigned(request, secretAccessKey)) answer(request, response)
    else {
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end('<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const started: S3Server = {
    settings: {
      bucket: bucket,
      region: 'ap-south-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: accessKeyId,
      secretAccessKey: secretAccessKey,
    },
    pathOf: (key) => join(directory, bucket, `${key}._S3rver_object`),
    requests: [],
    state: 'up',
    async stop() {
      server.closeAllConnections()
      server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  return started
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Whether a request carries an AWS Signature Version 4 of this secret over its method, address, headers and body's hash. */
function isSigned(request: IncomingMessage, secret: string): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) return false
  const [, date = '', region = '', signedHeaders = '', signature] = given
  const names = signedHeaders.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) {
    return false
  }
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonicalRequest = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${request.headers['x-amz-date']}\n${scope}\n${sha256(canonicalRequest)}`
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, date), region))
  return hmac(key, toSign).toString('hex') === signature
}
