import { readConfig } from '../server/src/config/index.ts'
import { exitOnStartError } from '../server/src/main.ts'
import { runServer } from '../server/src/runtime/run-server.ts'

// Started by dev.ts, which owns the database and the public port. The settings are read as in dev.ts, and this process
// listens behind it.
await exitOnStartError(() =>
  runServer({
    ...readConfig({ NODE_ENV: 'development', ...process.env }),
    port: Number(process.env.DEV_SERVER_PORT),
    hosts: ['127.0.0.1'],
    databaseUrl: process.env.DEV_DATABASE_URL,
  }),
)

// Stops this process if the development server was killed.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 250).unref()
