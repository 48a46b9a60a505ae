import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { rolldown } from 'rolldown'
import { expect, it, onTestFinished } from 'vitest'
import { startProduct } from '../server/src/testing/product-process.ts'
import { ensureServerBuild } from './server-build.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'raahi-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('builds the server again only after a source has changed, and keeps the previous build', async () => {
  const builds = await makeFolder()
  const source = `${builds}.ts`
  onTestFinished(() => rm(source, { force: true }))
  const ensure = () => ensureServerBuild(expect.unreachable, builds, [source])
  await writeFile(source, '1')
  const first = await ensure()
  expect(await ensure()).toBe(first)
  await writeFile(source, '2')
  const second = await ensure()
  expect(second).not.toBe(first)
  expect((await readdir(builds)).length).toBe(2)
  await writeFile(source, '1')
  expect(await ensure()).toBe(first)
})

it('runs the sources if the server cannot be bundled', async () => {
  const file = join(await makeFolder(), 'file')
  await writeFile(file, '')
  const warnings: string[] = []
  const entry = await ensureServerBuild((message) => warnings.push(message), join(file, 'builds'))
  expect(entry).toBe(join(import.meta.dirname, 'start-product.ts'))
  expect(warnings).toEqual([expect.stringMatching(/^The server runs from its sources, because /)])
})

it('runs with `npm start`, and its modules find their files', async () => {
  const product = await startProduct(
    // A trial, which serves the site that the tests have built.
    { DATA_DIR: await makeFolder(), SERVER_PROCESSES: '2' },
    join(import.meta.dirname, 'start.js'),
  )
  onTestFinished(async () => {
    if (product.child.exitCode === null) await product.kill()
  })
  for (const path of ['/', '/api/docs/', '/api/docs/static/swagger-ui.css', '/dev/mailbox']) {
    const { status } = await fetch(product.address + path)
    expect(status, path).toBe(200)
  }
  expect(await product.stop()).toBe(0)
})

it('names the lines of the source files in stack traces', async () => {
  const folder = await makeFolder()
  const source = join(folder, 'failing.ts')
  await writeFile(source, `interface Unused {\n  a: string\n}\n\nthrow new Error('no')\n`)
  const bundle = await rolldown({ input: source })
  const { output } = await bundle.write({
    dir: join(folder, 'build'),
    entryFileNames: '[name].mjs',
    sourcemap: true,
  })
  const built = join(folder, 'build', output[0].fileName)
  const program = `
    import { nameSourcesInStacks } from ${JSON.stringify(join(import.meta.dirname, 'source-positions.ts'))}
    nameSourcesInStacks(${JSON.stringify(dirname(built))})
    await import(${JSON.stringify(built)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  expect(await text(child.stderr)).toContain(`Error: no\n    at ${source}:5:7`)
})
