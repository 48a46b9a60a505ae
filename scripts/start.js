import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Loading code takes most of the start, so compiled code is cached. This file is JavaScript because nothing is cached yet when
// Node reads it: a TypeScript file would load the code that strips types, 36 ms of CPU in each process.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/raahi-compiled'))
await import('./start-product.ts')
