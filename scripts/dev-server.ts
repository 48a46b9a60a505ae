import { readConfig } from '../server/src/config/index.ts'
import { exitOnStartError } from '../server/src/main.ts'
import { runServer } from '../server/src/runtime/run-server.ts'

// Started by dev.ts, which has the database and the port that people open: settings read as they would be there,
// this process behind them.
await exitOnStartError(() =>
  runServer({
    ...readConfig({ NODE_ENV: 'development', ...process.env }),
    port: Number(process.env.DEV_SERVER_PORT),
    hosts: ['127.0.0.1'],
    databaseUrl: process.env.DEV_DATABASE_URL,
  }),
)

// A development server that was killed, instead of stopped, takes this process along.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 250).unref()
