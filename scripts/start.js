// Old versions of Node have no export `enableCompileCache`, and would fail before the check of the version.
import module from 'node:module'
import { join } from 'node:path'

const minNodeMajor = 24
if (Number.parseInt(process.versions.node, 10) < minNodeMajor) {
  console.error(
    `Raahi needs Node ${minNodeMajor}, and this is ${process.version}. Run \`npm start\` after \`npm ci\`. If that does not install Node on this platform, install it yourself.`,
  )
  process.exit(1)
}

module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/raahi-compiled'))
await import('./start-product.ts')
