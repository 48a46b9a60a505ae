import { readConfig } from '../config/index.ts'
import { exitOnStartError, runProduct } from '../main.ts'
import { publicInternet } from '../platform/push/push-network.ts'
import { loopbackNetwork } from './push-service.ts'

// The product in a separate process, whose push services are on this machine. No setting of the product allows that.
Object.assign(publicInternet, loopbackNetwork)
await exitOnStartError(() => runProduct(readConfig(process.env)))
