import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

// What a browser has to load before it can draw a screen, measured in the built app.

const CLIENT = join(import.meta.dirname, '../build/client')

/** One entry of Vite's manifest, as far as it is read here. */
type Chunk = { file: string; imports?: string[]; isEntry?: boolean; src?: string }
type Manifest = Record<string, Chunk>

export type FirstScreen = { page: string; gzipBytes: number; files: string[] }

/** The chunks that start the app on any page, in Vite's manifest by the end of their key. */
const SHELL = ['entry.client.tsx', 'src/app/root.tsx']

function keyOf(manifest: Manifest, source: string): string {
  const key = Object.keys(manifest).find((name) => name.split('?')[0]?.endsWith(source))
  if (!key) throw new Error(`${source} is not in the build's manifest: run npm run build first`)
  return key
}

function collect(manifest: Manifest, key: string, files: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files)
}

/**
 * Adds up the JavaScript of a page's first screen, in gzipped bytes: the app's start, the root, and
 * the route modules of the page with all they import statically.
 * @param routes source files of the page's route modules from web/ on, outermost first
 * @throws Error where the app is not built or has no such route.
 */
export async function firstScreen(page: string, routes: readonly string[]): Promise<FirstScreen> {
  const manifest: Manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8'))
  const files = new Set<string>()
  for (const source of [...SHELL, ...routes]) collect(manifest, keyOf(manifest, source), files)
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  const sizes = await Promise.all(
    scripts.map(async (file) => gzipSync(await readFile(join(CLIENT, file)), { level: 9 }).length),
  )
  return { page, gzipBytes: sizes.reduce((sum, size) => sum + size, 0), files: scripts }
}

/** The screens that have a limit (kB of 1000 bytes), with their route modules. */
export const LIMITED_SCREENS = [
  { page: '/auth/login', limitKb: 150, routes: ['src/pages/auth/login.tsx'] },
  {
    page: '/dashboard/my-leads',
    limitKb: 200,
    routes: ['src/app/dashboard-shell.tsx', 'src/pages/agent/my-leads.tsx'],
  },
] as const
