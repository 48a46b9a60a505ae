import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PAGE = join(ROOT, 'web/build/client/index.html')
const STAMP = join(ROOT, 'web/build/stamp')
/** Files from which the site is built. */
const SOURCES = [
  '{web,contract}/{src,public,scripts}/**/*.*',
  'web/{*.*,.env*}',
  '{package-lock,tsconfig.base}.json',
]

type Settings = Readonly<Record<string, string | undefined>>

/**
 * Builds the site unless the last build used the same files and settings.
 * @param log called when a build starts, because it takes a while
 * @param settings built in, in addition to the environment's `VITE_` variables, which they override
 * @throws Error with the output of a failed build
 */
export async function ensureWebBuild(
  log: (message: string) => void,
  settings: Settings = {},
): Promise<void> {
  const env = { ...process.env, ...settings }
  const stamp = await stampOfSources(env)
  const built = await readFile(STAMP, 'utf8').catch(() => undefined)
  if (built === stamp && existsSync(PAGE)) return
  log('Building the site…')
  await rm(STAMP, { force: true })
  await build(env)
  await writeFile(STAMP, stamp)
}

/** One hash of the sources' names and contents and of the settings that are built in. */
export async function stampOfSources(env: Settings): Promise<string> {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.*'] })
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(ROOT, file)))
  for (const [name, value] of Object.entries(env).sort()) {
    if (name.startsWith('VITE_') && value) hash.update(`${name}=${value}\0`)
  }
  return hash.digest('hex')
}

function build(env: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm run build', {
      cwd: ROOT,
      shell: true, // On Windows npm is a shell script.
      env: { ...env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0 && existsSync(PAGE)) resolve()
      else reject(new Error(`The site could not be built:\n${output.trim()}`))
    })
  })
}
