import { exitOnStartError } from '../main.ts'
import { lockDataFolder } from '../platform/database/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'

// A process that only runs the embedded database of a folder, for tests that kill it.
await exitOnStartError(async () => {
  const lock = await lockDataFolder(process.argv[2] ?? '')
  const server = await startEmbeddedPostgres(lock, { onNotice: console.error })
  const stayAlive = setInterval(() => {}, 60_000)
  process.on('SIGTERM', async () => {
    await server.stop()
    await lock.release()
    clearInterval(stayAlive)
  })
  process.stdout.write(`${server.connectionString}\n`)
})
