import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { openHttp } from '../load/http-connection.ts'
import { findPgbench, runCommits } from '../load/pgbench.ts'
import { getRequest } from '../load/requests.ts'
import type { CallBenchmark } from './call-benchmark.ts'
import { type Bench, CLIENTS, COMPARED_AT } from './measure.ts'

// What could be done at most, measured in the same run on the same machine.

/**
 * How often the server answers with the same bytes where it has nothing to look up: what a list could reach at most.
 * @param staticPages folder that the server reads such answers from
 * @returns undefined for a file, and where the call is no GET
 */
export async function staticAnswersPerSecond(
  { generator, small, seconds }: Bench,
  { call, name, requests }: CallBenchmark,
  staticPages: string,
): Promise<number | undefined> {
  if (call.method !== 'GET' || call.answer === undefined) return undefined
  const [request = ''] = await requests(small, 1)
  const { port } = small.product
  const connection = await openHttp(port)
  const { body } = await connection.send(request, true)
  connection.close()
  if (!body) throw new Error('there was no answer to keep')
  const page = name.replace(/\W+/g, '-')
  await writeFile(join(staticPages, `${page}.json`), body)
  const { perSecond } = await generator.run({
    kind: 'send',
    port,
    clients: COMPARED_AT,
    seconds,
    requests: [getRequest(`/bench/static/${call.name}/${page}`)],
    repeat: true,
  })
  return perSecond
}

/** Together, however many connections they are shared out to. */
const COMMITS = 1600

export type Commits = Map<number, Awaited<ReturnType<typeof runCommits>>>

/** How many transactions of one row the database commits, by the number of clients; undefined without pgbench. */
export async function countCommits({
  createDatabase,
  folder,
}: Environment): Promise<Commits | undefined> {
  const pgbench = await findPgbench()
  if (!pgbench) return undefined
  const databaseUrl = await createDatabase('commits')
  const commits: Commits = new Map()
  for (const clients of CLIENTS) {
    const perClient = COMMITS / clients
    commits.set(clients, await runCommits({ pgbench, databaseUrl, folder, clients, perClient }))
  }
  return commits
}
