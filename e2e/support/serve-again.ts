import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { connectionStringOfRunning } from '../../server/src/database/embedded-postgres.ts'
import { demoProduct, onceMore } from './products.ts'
import { expect } from './test.ts'

/** Serves the demo product's database a second time, with other settings; one test at a time can. */
export async function serveAgain(
  settings: Record<string, string>,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const { port, address, dataDir } = onceMore
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: await connectionStringOfRunning(demoProduct.dataDir),
      TWO_FACTOR_KEY: randomBytes(32).toString('base64'),
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: dataDir,
      RATE_LIMIT_ALLOW: '127.0.0.1,::1',
      ...settings,
    },
  })
  const gone = once(server, 'exit')
  const isReady = async () => {
    if (server.exitCode !== null) return 'it has ended'
    return fetch(`${address}/readyz`).then(
      ({ status }) => status,
      () => 'not yet',
    )
  }
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
  return {
    address,
    async stop() {
      server.kill('SIGTERM')
      await gone
    },
  }
}
