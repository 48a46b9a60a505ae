import { optionsOrUsage, stopOnSignal } from '../server/src/testing/load/options.ts'
import { openEnvironment } from './environment.ts'
import { readOptions, usage } from './options.ts'
import { isPassed, renderTable } from './report.ts'
import { runParts } from './run-parts.ts'

const options = optionsOrUsage(readOptions, usage)
const environment = await openEnvironment(options)
let closing: Promise<void> | undefined
function close(): Promise<void> {
  closing ??= environment.close()
  return closing
}
stopOnSignal(close)
const rows = await runParts(environment, options)
await close()
console.log(`\n${renderTable(rows)}\n`)
process.exit(isPassed(rows) ? 0 : 1)
