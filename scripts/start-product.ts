import { readConfig } from '../server/src/config/index.ts'
import { exitOnStartError, runProduct } from '../server/src/main.ts'

// Worker processes start here too.
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
