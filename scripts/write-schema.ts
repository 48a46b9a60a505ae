import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitOnStartError } from '../server/src/main.ts'
import { lockDataFolder } from '../server/src/platform/database/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { readSchema, schemaFile } from '../server/src/platform/database/read-schema.ts'

// `npm run schema`: creates a database in a temporary folder and writes schema.ts from it.
await exitOnStartError(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'raahi-schema-'))
  const lock = await lockDataFolder(folder)
  try {
    const server = await startEmbeddedPostgres(lock, { durable: false, onNotice: console.error })
    try {
      await migrate(server.connectionString)
      await writeFile(schemaFile, await readSchema(server.connectionString))
    } finally {
      await server.stop()
    }
  } finally {
    await lock.release()
    await rm(folder, { recursive: true, force: true })
  }
})
