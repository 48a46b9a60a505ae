import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// Removes the imports of each route from React Router's manifest, which each page loads before it renders. A browser
// needs them only to preload a page, and the prerendered HTML has these preloads. They were half of the manifest. Flags
// that are false are removed too, because the router only asks whether they are set. The complete manifest is written to
// build/manifest.json, from which first-screen.ts adds up the scripts of a page.

const BUILD = join(import.meta.dirname, '../build')
const ASSETS = join(BUILD, 'client/assets')
const PREFIX = 'window.__reactRouterManifest='

const name = (await readdir(ASSETS)).find((file) => /^manifest-\w+\.js$/.test(file))
if (!name) throw new Error('The build has no manifest.')
const path = join(ASSETS, name)
const text = await readFile(path, 'utf8')
if (!text.startsWith(PREFIX)) throw new Error(`${name} does not begin with ${PREFIX}`)
const json = text.slice(PREFIX.length).replace(/;$/, '')
await writeFile(join(BUILD, 'manifest.json'), json)
const manifest: { routes: Record<string, object> } = JSON.parse(json)
for (const [id, route] of Object.entries(manifest.routes)) {
  const isNeeded = ([name, value]: [string, unknown]) => name !== 'imports' && value !== false
  manifest.routes[id] = Object.fromEntries(Object.entries(route).filter(isNeeded))
}
await writeFile(path, `${PREFIX}${JSON.stringify(manifest)};`)
