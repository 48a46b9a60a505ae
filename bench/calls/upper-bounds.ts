import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '../../chaos/topology/programs.ts'
import type { Environment } from '../environment.ts'
import { openHttp } from '../load/http-connection.ts'
import { runCommits } from '../load/pgbench.ts'
import { getRequest } from '../load/requests.ts'
import type { CallBenchmark } from './call-benchmark.ts'
import { type Bench, CLIENTS, COMPARED_AT } from './measure.ts'

// Upper bounds, measured in the same run on the same machine.

/**
 * Measures the rate at which the server sends the same response from memory: the upper bound of a list.
 * @param staticPages folder from which the server loads these responses
 * @returns undefined for files and for calls that are not GET
 */
export async function measureStaticResponses(
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
  if (!body) throw new Error('the response has no body')
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

/** Total number of commits, divided among the connections. */
const COMMITS = 1600

export type Commits = Map<number, Awaited<ReturnType<typeof runCommits>>>

/** Measures how fast the database commits transactions of one row, by number of clients. Undefined without pgbench. */
export async function countCommits({
  createDatabase,
  folder,
}: Environment): Promise<Commits | undefined> {
  const pgbench = await findProgram('pgbench')
  if (!pgbench) return undefined
  const databaseUrl = await createDatabase('commits')
  const commits: Commits = new Map()
  for (const clients of CLIENTS) {
    const perClient = COMMITS / clients
    commits.set(clients, await runCommits({ pgbench, databaseUrl, folder, clients, perClient }))
  }
  return commits
}
