import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// Race, model and fuzz tests find rare errors only in long runs. `npm test` repeats them as often as the detection of
// their known mutants requires. This program repeats them many times more.

const help = `npm run long-tests -- [options]
  --times 10      as often as in npm test
  --only streams  only the tests whose path contains this text
  --pooler        streams read through the installed PgBouncer, with the configuration of deploy/pgbouncer`

const root = join(import.meta.dirname, '..')

/** The tests that use `repetitions`. */
const tests = globSync('server/src/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes('/long-tests.ts'),
)

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    pooler: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})
if (values.help || !(Number(values.times) >= 1)) {
  console.log(help)
  process.exitCode = values.help ? 0 : 1
} else {
  const chosen = tests.filter((file) => file.includes(values.only))
  const { status } = spawnSync('vitest', ['run', '--project', 'server', ...chosen], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_REPETITIONS: values.times,
      ...(values.pooler && { TEST_POOLER: '1' }),
    },
  })
  process.exitCode = status ?? 1
}
