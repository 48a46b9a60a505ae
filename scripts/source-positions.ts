import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Stack traces name the lines of the source files instead of those of the build. A source map is read when the stack of
 * an error of its file is read: with `--enable-source-maps`, all maps are read at the start and take 15 MB in each process.
 * @param buildFolder absolute
 */
export function nameSourcesInStacks(buildFolder: string): void {
  const buildAddress = pathToFileURL(buildFolder).href
  const maps = new Map<string, SourceMap | undefined>()
  const mapOf = (path: string) => {
    if (!maps.has(path)) maps.set(path, readSourceMap(path))
    return maps.get(path)
  }
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map(
      (frame) => `\n    at ${nameSource(String(frame), buildAddress, mapOf)}`,
    )
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

/** @returns undefined if the file has no map, as small files of the build have none */
function readSourceMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  } catch {
    return undefined
  }
}

function nameSource(
  frame: string,
  buildAddress: string,
  mapOf: (path: string) => SourceMap | undefined,
): string {
  return frame.replace(/(file:\/\/[^\s()]+):(\d+):(\d+)/, (place, url, line, column) => {
    if (!url.startsWith(buildAddress)) return place
    const path = fileURLToPath(url)
    const origin = mapOf(path)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return place
    const source = join(dirname(path), origin.fileName)
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`
  })
}
