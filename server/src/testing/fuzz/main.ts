import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../config/index.ts'
import { exitOnStartError } from '../../main.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { StartError } from '../../platform/start-error.ts'
import { makeFirstData } from '../../runtime/first-data.ts'
import { startTestApp } from '../test-app.ts'
import { type FuzzReport, runFuzz } from './run-fuzz.ts'

const help = `npm run fuzz -- [options]
  --requests 1000   to each call
  --seed N          of the generated requests; the seed of a run is printed
  --call NAME       only one call, by its operationId; a fault of a write may need the calls before it

Sends generated requests to every call of the OpenAPI document, on a temporary product and database that are deleted
afterwards. Exits with 1 if a response is wrong or an invariant is violated.`

function readOptions(): { requests: number; seed: number; call: string | undefined } {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '1000' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 999_999)) },
      call: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const [requests, seed] = [Number(values.requests), Number(values.seed)]
  if (values.help || !(requests >= 1 && Number.isInteger(requests) && Number.isInteger(seed))) {
    throw new StartError(help)
  }
  return { requests, seed, call: values.call }
}

function printReport({ calls, findings }: FuzzReport): void {
  const counts = new Map<string, number>()
  for (const { statuses } of calls) {
    for (const [status, n] of Object.entries(statuses)) {
      counts.set(status, (counts.get(status) ?? 0) + n)
    }
  }
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  const list = [...counts].sort().map(([status, n]) => `${n} × ${status}`)
  console.log(`${total} requests to ${calls.length} calls: ${list.join(', ')}`)
  const never = calls.filter(({ statuses }) => !Object.keys(statuses).some((s) => s[0] === '2'))
  if (never.length > 0) console.log(`never succeeded: ${never.map(({ name }) => name).join(', ')}`)
  for (const { call, fault, times, request, shown } of findings) {
    console.log(`\n${call}: ${fault}, ${times} times, first by request ${request}\n    ${shown}`)
  }
  console.log(findings.length === 0 ? 'No faults were found.' : `${findings.length} faults.`)
}

/** Aborts on SIGINT and SIGTERM, so that the run stops its database and prints the findings so far. */
function abortOnSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stop.abort())
  return stop.signal
}

/** `npm run fuzz`. */
async function main(): Promise<void> {
  const options = readOptions()
  console.log(`seed ${options.seed}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'raahi-fuzz-'))
  const settings = { NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_LIMIT_ALLOW: '127.0.0.1' }
  const config = readConfig({ ...settings, DATA_DIR: dataDir })
  const opened = await openDatabase(config, { onNotice: console.error })
  try {
    await makeFirstData(config, opened.database)
    const app = await startTestApp(opened.database, config, async () => {}, {
      runsTasks: true,
    })
    const onCall = ({ name, statuses }: FuzzReport['calls'][number]) =>
      console.log(`${name} ${JSON.stringify(statuses)}`)
    const report = await runFuzz(app, { ...options, onCall, signal: abortOnSignal() })
    await app.close()
    printReport(report)
    process.exitCode = report.findings.length > 0 ? 1 : 0
  } finally {
    await opened.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await exitOnStartError(main)
