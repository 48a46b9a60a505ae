import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// Races, models and made-up requests find rare errors only if they run long. `npm test` runs them as often as it takes
// to catch their known mutants; this program runs them many times more.

const HELP = `npm run long-tests -- [options]
  --times 10   as often as in npm test`

/** The tests that use `repetitions`. */
const tests = [
  'server/src/features/payments/settle-payment.races.test.ts',
  'server/src/features/purchases/marketplace.model.test.ts',
  'server/src/features/replacements/approve-automatically.test.ts',
  'server/src/features/transactions/list-transactions.test.ts',
  'server/src/testing/fuzz/fuzz.test.ts',
]

const { values } = parseArgs({
  options: { times: { type: 'string', default: '10' }, help: { type: 'boolean' } },
})
if (values.help || !(Number(values.times) >= 1)) {
  console.log(HELP)
  process.exitCode = values.help ? 0 : 1
} else {
  const { status } = spawnSync('vitest', ['run', '--project', 'server', ...tests], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, TEST_REPETITIONS: values.times },
  })
  process.exitCode = status ?? 1
}
