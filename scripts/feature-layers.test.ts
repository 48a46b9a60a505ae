import { globSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { featureLayers } from './feature-layers.ts'

const root = join(import.meta.dirname, '..')
/** Relative imports, the lazy ones included. */
const importPattern = /(?:from\s+|import\(\s*|import\s+)'(\.\.?\/[^']+)'/g

describe.each(Object.entries(featureLayers))('%s', (folder, layers: readonly string[]) => {
  it('lists each feature once', async () => {
    expect([...layers].sort()).toEqual((await readdir(join(root, folder))).sort())
  })

  it('imports only public files of lower features', () => {
    expect(globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).flatMap(findWrongImports)).toEqual([])
  })

  /** Tests may import every file. */
  function findWrongImports(file: string): string[] {
    if (/\.test\.tsx?$/.test(file)) return []
    const [feature = ''] = relative(folder, file).split('/')
    return Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(importPattern),
      ([, path = '']) => relative(folder, join(dirname(file), path)),
    )
      .filter((target) => !target.startsWith('..') && !target.startsWith(`${feature}/`))
      .filter((target) => {
        const [other = '', inside] = target.split('/')
        return layers.indexOf(other) >= layers.indexOf(feature) || inside !== 'public'
      })
      .map((target) => `${file} imports ${target}`)
  }
})
