import cluster from 'node:cluster'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const nodeNeeded = 24
if (Number.parseInt(process.versions.node, 10) < nodeNeeded) {
  console.error(
    `Raahi needs Node ${nodeNeeded}, and this is ${process.version}. \`npm ci\` installs it on Linux and Windows; on macOS, install it first.`,
  )
  process.exit(1)
}

// Loading code takes most of the start, so compiled code is cached. This file is JavaScript because nothing is cached yet when
// Node reads it: a TypeScript file would load the code that strips types, 36 ms of CPU in each process.
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/raahi-compiled'))
if (cluster.isPrimary) {
  const { stopWithParent } = await import('./stop-with-parent.ts')
  stopWithParent()
  const { ensureServerBuild } = await import('./server-build.ts')
  // The workers run the build of their supervisor.
  process.env.SERVER_BUILD = await ensureServerBuild((message) => console.error(message))
}
const entry = process.env.SERVER_BUILD
const { nameSourcesInStacks } = await import('./source-positions.ts')
nameSourcesInStacks(dirname(entry))
await import(pathToFileURL(entry).href)
