import { leadId } from '../fill.ts'
import { latencyOf } from '../statistics.ts'
import { type HttpConnection, openHttp } from './http-connection.ts'
import type { BuyJob, Job, LoadResult, ReadJob, SendJob } from './jobs.ts'
import { buyRequest, freshGetRequest, getRequest } from './requests.ts'

// The process that loads the server. It runs one job at a time for the benchmark and returns the result.

process.on('message', async (job: Job) => {
  try {
    process.send?.({ result: await run(job) })
  } catch (error) {
    process.send?.({ problem: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))

async function run(job: Job): Promise<LoadResult> {
  const connections = await Promise.all(
    Array.from({ length: job.clients }, () => openHttp(job.port)),
  )
  try {
    return await perform(job, connections)
  } finally {
    for (const connection of connections) connection.close()
  }
}

function perform(job: Job, connections: HttpConnection[]): Promise<LoadResult> {
  switch (job.kind) {
    case 'buy':
      return buy(job, connections)
    case 'read':
      return read(job, connections)
    case 'send':
      return sendRequests(job, connections)
  }
}

function buy(job: BuyJob, connections: HttpConnection[]): Promise<LoadResult> {
  const { clients, perClient, firstLead, costRupees, tokens } = job
  return measure(connections, (client, turn) => {
    if (turn >= perClient) return undefined
    const token = tokens[(client + turn * clients) % tokens.length] ?? ''
    return buyRequest({ leadId: leadId(firstLead + client * perClient + turn), costRupees, token })
  })
}

function read(job: ReadJob, connections: HttpConnection[]): Promise<LoadResult> {
  const { clients, seconds, paths, tokens, isFresh } = job
  const requestOf = isFresh ? freshGetRequest : getRequest
  const requests = connections.map((_, client) =>
    paths.map((path) => requestOf(path, tokens[client % tokens.length])),
  )
  const until = performance.now() + seconds * 1000
  return measure(connections, (client, turn) => {
    if (performance.now() >= until) return undefined
    return requests[client]?.[(turn * clients + client) % paths.length]
  })
}

function sendRequests(job: SendJob, connections: HttpConnection[]): Promise<LoadResult> {
  const { seconds, requests, repeat } = job
  const until = performance.now() + seconds * 1000
  let sentCount = 0
  return measure(connections, () => {
    if (performance.now() >= until || (sentCount >= requests.length && !repeat)) return undefined
    sentCount += 1
    return requests[(sentCount - 1) % requests.length]
  })
}

/** Sends requests on every connection until `next` returns undefined. */
async function measure(
  connections: HttpConnection[],
  next: (client: number, turn: number) => string | undefined,
): Promise<LoadResult> {
  const durationsMs: number[] = []
  const refused: Record<string, number> = {}
  let firstRefusal: string | undefined
  let answered = 0
  let bytes = 0
  const drive = async (connection: HttpConnection, client: number) => {
    for (let turn = 0; ; turn += 1) {
      const request = next(client, turn)
      if (request === undefined) return
      const sentAt = performance.now()
      const { status, bodyBytes, body } = await connection.send(request)
      durationsMs.push(performance.now() - sentAt)
      bytes += bodyBytes
      if (status >= 200 && status < 300) answered += 1
      else {
        refused[status] = (refused[status] ?? 0) + 1
        firstRefusal ??= body?.toString()
      }
    }
  }
  const startedAt = performance.now()
  await Promise.all(connections.map(drive))
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  return {
    answered,
    refused,
    ...(firstRefusal && { firstRefusal }),
    elapsedSeconds,
    perSecond: answered / elapsedSeconds,
    bodyBytes: Math.round(bytes / durationsMs.length),
    latency: latencyOf(durationsMs),
  }
}
