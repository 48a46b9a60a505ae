import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, stampOf } from './source-stamp.ts'

const page = join(root, 'web/build/client/index.html')
const stampFile = join(root, 'web/build/stamp')
/** Files from which the site is built. */
const sources = [
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
  const stamp = stampOfSite(env)
  const built = await readFile(stampFile, 'utf8').catch(() => undefined)
  if (built === stamp && existsSync(page)) return
  log('Building the site…')
  await rm(stampFile, { force: true })
  await build(env)
  await writeFile(stampFile, stamp)
}

/** Changes with the sources and with the settings that are built in. */
export function stampOfSite(env: Settings): string {
  const builtIn = Object.entries(env).filter(([name, value]) => name.startsWith('VITE_') && value)
  return stampOf(sources, builtIn.map(([name, value]) => `${name}=${value}`).sort())
}

function build(env: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm run build', {
      cwd: root,
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
      if (code === 0 && existsSync(page)) resolve()
      else reject(new Error(`The site could not be built:\n${output.trim()}`))
    })
  })
}
