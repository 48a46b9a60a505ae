import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Most of a start is reading code: what was compiled once is kept. It has to be on before anything else is loaded.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/raahi-compiled'))
const { orExplain, runServer } = await import('../server/src/main.ts')
const { readConfig } = await import('../server/src/config.ts')
const { ensureWebBuild } = await import('./web-build.ts')
const { tellReady } = await import('./tell-ready.ts')

const running = await orExplain(async () => {
  const config = readConfig(process.env) // Before the build: a wrong setting is said at once.
  await ensureWebBuild((message) => console.log(message))
  return runServer(config)
})
await tellReady(running)
