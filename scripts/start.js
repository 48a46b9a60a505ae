import cluster from 'node:cluster'
// Old versions of Node have no export `enableCompileCache`, and would fail before the check of the version.
import module from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const minNodeMajor = 24
if (Number.parseInt(process.versions.node, 10) < minNodeMajor) {
  console.error(
    `Raahi needs Node ${minNodeMajor}, and this is ${process.version}. Run \`npm start\` after \`npm ci\`. If that does not install Node on this platform, install it yourself.`,
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
