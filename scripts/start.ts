import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Most of a start is reading code: what was compiled once is kept. It has to be on before anything else is loaded.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/raahi-compiled'))
const { exitOnStartError, runProduct } = await import('../server/src/main.ts')
const { readConfig } = await import('../server/src/config/index.ts')

// Each of the server processes begins here too.
if (cluster.isPrimary) stopWhenLeftAlone()
await exitOnStartError(async () => {
  const config = readConfig(process.env) // Before the build: a wrong setting is said at once.
  await runProduct(config, {
    async prepare() {
      const { buildSettings } = await import('./build-settings.ts')
      const { ensureWebBuild } = await import('./web-build.ts')
      await ensureWebBuild((message) => console.log(message), buildSettings(config))
    },
    async onReady(running) {
      const { printReady } = await import('./print-ready.ts')
      await printReady(running)
    },
  })
})

/**
 * npm runs a script through a shell, and a SIGTERM sent to npm ends these two and is not passed on. Being left
 * alone by npm therefore counts as the signal: otherwise the server would go on unseen.
 */
function stopWhenLeftAlone(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}
