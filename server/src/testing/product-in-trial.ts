import { readConfig } from '../config/index.ts'
import { exitOnStartError, runProduct } from '../main.ts'

// The product in a separate process, which sends webhooks to this machine. With DATABASE_URL no setting allows that.
await exitOnStartError(() => runProduct({ ...readConfig(process.env), trial: true }))
