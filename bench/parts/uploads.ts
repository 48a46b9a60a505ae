import { setTimeout as sleep } from 'node:timers/promises'
import { largestProgressive } from '../../server/src/testing/large-pictures.ts'
import { childrenOf, memoryOf } from '../../server/src/testing/load/processes.ts'
import { withProduct } from '../../server/src/testing/load/product.ts'
import type { Environment } from '../environment.ts'
import { goals } from '../goals.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'

const uploads = 6
const sampleEveryMs = 10

/** Measures the memory of a server process, with its picture processes, while six sign-ups upload KYC pictures at once. */
export async function benchUploads(
  { createDatabase, folder }: Environment,
  { port }: Options,
): Promise<Row[]> {
  const picture = await largestProgressive()
  const databaseUrl = await createDatabase('uploads')
  // One process gets all uploads. Each comes from another client address.
  const env = { SERVER_PROCESSES: '1', TRUST_PROXY: '1', PUBLIC_URL: 'https://bench.example' }
  return withProduct({ port, databaseUrl, folder, env }, async ({ pid }) => {
    await signUp(port, 0)
    const beforeMb = (await memoryOf(pid))?.nowMb
    if (beforeMb === undefined) return [{ what: goals.uploads.what, why: 'there is no /proc' }]
    let isOver = false
    let peakMb = 0
    const watch = async () => {
      while (!isOver) {
        peakMb = Math.max(peakMb, await memoryWithChildren(pid))
        await sleep(sampleEveryMs)
      }
    }
    const watching = watch()
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: uploads }, (_, at) => signUp(port, at + 1, picture)),
    ).finally(() => {
      isOver = true
    })
    await watching
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const detail = `${(picture.length / 1e6).toFixed(1)} MB each, ${seconds} s`
    return [{ ...goals.uploads, value: peakMb - beforeMb, detail }]
  })
}

/** Resident memory of the process, and the unshared memory of its picture processes. */
async function memoryWithChildren(pid: number): Promise<number> {
  const [own, ...children] = await Promise.all(
    [pid, ...(await childrenOf(pid).catch(() => []))].map(memoryOf),
  )
  return children.reduce((sum, child) => sum + (child?.shareMb ?? 0), own?.nowMb ?? 0)
}

async function signUp(port: number, number: number, kyc?: Buffer): Promise<void> {
  const form = new FormData()
  form.set('name', 'Asha Rao')
  form.set('email', `agent${number}@bench.example`)
  form.set('password', 'a long enough secret 1')
  form.set('phone', `980000000${number}`)
  form.set('companyName', 'Rao Travels')
  if (kyc) form.set('kyc', new Blob([new Uint8Array(kyc)]), 'kyc.jpg')
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `198.51.100.${number + 1}` },
    body: form,
  })
  if (response.status !== 201) throw new Error(`a sign-up returned ${response.status}`)
}
