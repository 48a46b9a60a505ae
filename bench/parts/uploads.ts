import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf } from '../../chaos/torture/processes.ts'
import {
  interlacedBomb,
  largestPhoto,
  largestProgressive,
  progressiveBomb,
  smallPhoto,
} from '../../server/src/testing/large-pictures.ts'
import type { Environment } from '../environment.ts'
import type { Generator } from '../load/start-generator.ts'
import type { Options } from '../options.ts'
import { memoryOf, type Product, startProduct } from '../product.ts'
import type { Row } from '../report.ts'

const UPLOADS = 6
const SAMPLE_EVERY_MS = 10
const MAX_GROWTH_MB = 150
const MAX_SIGN_UP_SECONDS = 3

type Picture = { what: string; name: string; bytes: Buffer; status: 201 | 413 }

/**
 * Measures the memory of a server process while six sign-ups upload KYC pictures at once, and the duration of another
 * sign-up meanwhile.
 */
export async function benchUploads(
  { createDatabase, folder }: Environment,
  _generator: Generator,
  { port }: Options,
): Promise<Row[]> {
  const pictures: Picture[] = [
    {
      what: 'interlaced PNGs of 120 megapixels, 16 bits',
      name: 'kyc.png',
      bytes: await interlacedBomb(),
      status: 413,
    },
    {
      what: 'progressive JPEGs of 120 megapixels',
      name: 'kyc.jpg',
      bytes: await progressiveBomb(),
      status: 413,
    },
    {
      what: 'the largest progressive JPEGs that are accepted',
      name: 'kyc.jpg',
      bytes: await largestProgressive(),
      status: 201,
    },
    {
      what: 'JPEGs of 24 megapixels',
      name: 'kyc.jpg',
      bytes: await largestPhoto(),
      status: 201,
    },
  ]
  const photo = await smallPhoto()
  const rows: Row[] = []
  for (const picture of pictures) {
    const databaseUrl = await createDatabase('uploads')
    const product = await startProduct({
      port: port + 4,
      databaseUrl,
      folder,
      // One process gets all uploads. Each comes from another client address.
      env: { SERVER_PROCESSES: '1', TRUST_PROXY: '1', PUBLIC_URL: 'https://bench.example' },
    })
    try {
      await signUp(product)
      rows.push(...(await upload(product, picture, photo)))
    } finally {
      await product.stop()
    }
  }
  return rows
}

async function upload(product: Product, picture: Picture, photo: Buffer): Promise<Row[]> {
  const { what } = picture
  const before = await memoryOf(product.pid)
  if (!before) return [{ what, why: 'This system has no /proc.' }]
  const recording = recordMaxMemory(product.pid)
  const sent = Array.from({ length: UPLOADS }, () => timed(signUp(product, picture)))
  await sleep(50)
  const plain = await timed(signUp(product))
  const withPhoto = timed(signUp(product, { name: 'kyc.jpg', bytes: photo }))
  const statuses = (await Promise.all(sent)).map(({ value }) => value)
  const normal = await withPhoto
  const { ownMb, withPicturesMb } = await recording.stop()
  if (statuses.some((status) => status !== picture.status) || normal.value !== 201) {
    throw new Error(`${what} got the statuses ${statuses}, the photo ${normal.value}`)
  }
  const growth = withPicturesMb - before.nowMb
  return [
    {
      what: `memory that six ${what} add to a server process`,
      value: growth,
      limit: { atMost: MAX_GROWTH_MB },
      unit: 'MB',
      detail: `with its picture processes; ${Math.round(ownMb - before.nowMb)} MB without them; ${(picture.bytes.length / 1e6).toFixed(1)} MB each`,
    },
    {
      what: 'a sign-up with a photo meanwhile',
      value: normal.seconds,
      limit: { atMost: MAX_SIGN_UP_SECONDS },
      unit: 's',
      detail: `without a document ${plain.seconds.toFixed(2)} s`,
    },
  ]
}

/** Maximum memory of a process: alone, and with the unshared memory of its picture processes. */
function recordMaxMemory(pid: number) {
  let ownMb = 0
  let withPicturesMb = 0
  let isOver = false
  const sample = async () => {
    const children = await childrenOf(pid).catch(() => [])
    const [own, ...others] = await Promise.all([memoryOf(pid), ...children.map(memoryOf)])
    ownMb = Math.max(ownMb, own?.nowMb ?? 0)
    const sum = others.reduce((total, other) => total + (other?.shareMb ?? 0), own?.nowMb ?? 0)
    withPicturesMb = Math.max(withPicturesMb, sum)
  }
  const run = async () => {
    while (!isOver) {
      await sample()
      await sleep(SAMPLE_EVERY_MS)
    }
  }
  const running = run()
  return {
    async stop() {
      isOver = true
      await running
      return { ownMb, withPicturesMb }
    },
  }
}

async function timed<T>(work: Promise<T>): Promise<{ value: T; seconds: number }> {
  const startedAt = performance.now()
  const value = await work
  return { value, seconds: (performance.now() - startedAt) / 1000 }
}

let signUps = 0

/**
 * Signs up a new agent from a new address.
 * @returns the status
 */
async function signUp(product: Product, kyc?: { name: string; bytes: Buffer }): Promise<number> {
  signUps += 1
  const form = new FormData()
  form.set('name', 'Asha Rao')
  form.set('email', `agent${signUps}@bench.example`)
  form.set('password', 'a long enough secret 1')
  form.set('phone', `9${String(800_000_000 + signUps)}`)
  form.set('companyName', 'Rao Travels')
  if (kyc) form.set('kyc', new Blob([new Uint8Array(kyc.bytes)]), kyc.name)
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/auth/register`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `198.51.100.${signUps}` },
    body: form,
  })
  await answer.arrayBuffer()
  return answer.status
}
