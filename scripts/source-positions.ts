import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Stack traces name the lines of the source files instead of those of the build. A source map is read when the stack of
 * an error is read for the first time, in up to 0.1 s and 90 MB, and is not kept. With `--enable-source-maps`, all maps are
 * read at the start and kept: 15 MB in each process.
 * @param buildFolder absolute
 */
export function nameSourcesInStacks(buildFolder: string): void {
  const buildAddress = pathToFileURL(buildFolder).href
  const findSource = createSourceFinder()
  const nameSource = (frame: string) =>
    frame.replace(/file:\/\/[^\s()]+:\d+:\d+/, (position) =>
      position.startsWith(buildAddress) ? findSource(position) : position,
    )
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => `\n    at ${nameSource(String(frame))}`)
    return `${titleOf(error)}${lines.join('')}`
  }
}

/** Reading a stack must not fail, also for an error whose name or message cannot be read. */
function titleOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

/** @returns a function that finds the source of a position in the build, 'address:line:column', and caches the result */
function createSourceFinder(): (position: string) => string {
  const sources = new Map<string, string>()
  const maps = new Map<string, WeakRef<SourceMap>>()
  const mapOf = (path: string) => {
    const map = maps.get(path)?.deref() ?? readSourceMap(path)
    if (map) maps.set(path, new WeakRef(map))
    return map
  }
  return (position) => {
    const source = sources.get(position) ?? readSource(position, mapOf)
    sources.set(position, source)
    return source
  }
}

/** @returns the position itself if it has no source, such as in the code that joins the modules of a build */
function readSource(position: string, mapOf: (path: string) => SourceMap | undefined): string {
  const [, address = '', line, column] = /^(.+):(\d+):(\d+)$/.exec(position) ?? []
  const path = fileURLToPath(address)
  const origin = mapOf(path)?.findOrigin(Number(line), Number(column))
  if (!origin || !('fileName' in origin)) return position
  return `${join(dirname(path), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
}

/** @returns undefined if the file has no map, such as small files of the build */
function readSourceMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
