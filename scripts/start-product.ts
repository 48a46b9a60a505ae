import cluster from 'node:cluster'
import { readConfig } from '../server/src/config/index.ts'
import { exitOnStartError, runProduct } from '../server/src/main.ts'

// Worker processes start here too.
if (cluster.isPrimary) stopWithParent()
await exitOnStartError(async () => {
  const config = readConfig(process.env) // Read before the build, so that a wrong setting is reported at once.
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
 * npm runs a script through a shell. A SIGTERM to npm ends npm and the shell and is not forwarded. This process
 * therefore stops when its parent process ends.
 */
function stopWithParent(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}
