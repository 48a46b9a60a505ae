import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { admin } from './api.ts'
import { extraProduct } from './products.ts'
import { expect } from './test.ts'

/** Starts another product with other settings and only an admin. One test at a time can use it. */
export async function startExtraProduct(
  settings: Record<string, string>,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const { port, address, dataDir } = extraProduct
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_DATA: 'off',
      ADMIN_EMAIL: admin.emailOrPhone,
      ADMIN_PASSWORD: admin.password,
      SERVER_PROCESSES: '1',
      RATE_LIMIT_ALLOW: '127.0.0.1,::1',
      ...settings,
    },
  })
  const exited = once(server, 'exit')
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
      await exited
    },
  }
}
