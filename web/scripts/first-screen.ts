import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { publicPages } from '../src/features/site/public-pages.ts'

// Lists the scripts that a browser loads before it can render a screen, read from the built app.

const clientFolder = join(import.meta.dirname, '../build/client')

/** The part of React Router's manifest that is read here. Addresses are absolute paths. */
type Module = { module: string; imports?: string[] }
type Route = Module & { id: string; parentId?: string; path?: string }
type Manifest = { entry: Module; routes: Record<string, Route> }

export type FirstScreen = { page: string; gzipBytes: number; files: string[] }

/** The screens with a limit on their JavaScript, in kB of 1000 bytes. */
export const limitedScreens = [
  { page: '/auth/login', limitKb: 170 },
  { page: '/dashboard/my-leads', limitKb: 230 },
  ...publicPages
    .filter(({ path, listed }) => listed || path === '/quote')
    .map(({ path }) => ({ page: path, limitKb: 140 })),
]

async function readManifest(): Promise<{ file: string; manifest: Manifest }> {
  const names = await readdir(join(clientFolder, 'assets')).catch((): string[] => [])
  const name = names.find((entry) => /^manifest-[\w-]+\.js$/.test(entry))
  if (!name) throw new Error('The web app is not built: run npm run build first.')
  const script = await readFile(join(clientFolder, 'assets', name), 'utf8')
  const manifest = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1))
  return { file: `/assets/${name}`, manifest }
}

/** The chain of routes from the root to the route that shows a page. */
function findRouteChain(manifest: Manifest, page: string): Route[] {
  const listAncestors = (route: Route): Route[] => {
    const parent = route.parentId ? manifest.routes[route.parentId] : undefined
    return parent ? [...listAncestors(parent), route] : [route]
  }
  const joinPath = (chain: Route[]) =>
    `/${chain.flatMap((route) => route.path?.split('/').filter(Boolean) ?? []).join('/')}`
  const chains = Object.values(manifest.routes).map(listAncestors)
  // A layout and its index share an address. The index is the route that is shown.
  const matching = chains.filter((chain) => joinPath(chain) === page)
  const longest = matching.sort((a, b) => b.length - a.length)[0]
  if (!longest) throw new Error(`No route shows ${page}.`)
  return longest
}

/**
 * Adds up the JavaScript that a page needs before its first render: the entry, the manifest, and the route modules
 * with their static imports, in gzipped bytes.
 * @throws Error if the app is not built or has no such page
 */
export async function measureFirstScreen(page: string): Promise<FirstScreen> {
  const { file, manifest } = await readManifest()
  const modules: Module[] = [manifest.entry, ...findRouteChain(manifest, page)]
  const files = new Set([
    file,
    ...modules.flatMap((module) => [module.module, ...(module.imports ?? [])]),
  ])
  const scripts = [...files].filter((name) => name.endsWith('.js'))
  const sizes = await Promise.all(
    scripts.map(
      async (name) => gzipSync(await readFile(join(clientFolder, name)), { level: 9 }).length,
    ),
  )
  return { page, gzipBytes: sizes.reduce((sum, size) => sum + size, 0), files: scripts }
}
