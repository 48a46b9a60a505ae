import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

// Writes a .br and a .gz file beside each text file of the build, so that the server never compresses at run time.

const clientFolder = join(import.meta.dirname, '../build/client')
const textFile = /\.(?:html|js|css|svg|json|txt|xml|data|webmanifest)$/

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

async function compress(path: string): Promise<void> {
  const text = await readFile(path)
  const [br, gz] = await Promise.all([
    brotli(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
    deflate(text, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

const entries = await readdir(clientFolder, { recursive: true, withFileTypes: true })
const texts = entries.filter((entry) => entry.isFile() && textFile.test(entry.name))
await Promise.all(texts.map((entry) => compress(join(entry.parentPath, entry.name))))
