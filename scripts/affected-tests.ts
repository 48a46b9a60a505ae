import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

/**
 * Files that import nearly everything, in tests and in the product. An import of one of them does not show what a test
 * covers.
 */
const hubs = [
  /^server\/src\/(app|main)\.ts$/,
  /^server\/src\/(testing|demo|runtime|integrity)\//,
  /^web\/src\/app\//,
  /^contract\/src\/endpoints\.ts$/,
]
const featureFolder = /^(?:server|web)\/src\/features\/[^/]+\//
/** The contract of a feature has the name of the feature's folders. */
const contractOfFeature = /^contract\/src\/([\w-]+)\.ts$/
const docsTest = 'scripts/docs.test.ts'

/** Importers of a changed file and their importers are followed. `npm test` covers further ones. */
const maxSteps = 2

/**
 * The tests that a change of these files affects most: those of the same feature or folder first, then those that import a
 * changed file directly, then those that import it through one other file that is not a hub. A Markdown file affects the
 * test of the documents.
 * @param changed paths relative to `root`, as are the results
 * @param files every source file
 */
export function findAffectedTests(
  root: string,
  files: readonly string[],
  changed: readonly string[],
): string[] {
  const importers = readImporters(root, files)
  const features = new Set(changed.flatMap(foldersOfFeature))
  const folders = new Set(changed.map(dirname))
  const near = files.filter(
    (file) => folders.has(dirname(file)) || features.has(featureFolder.exec(file)?.[0] ?? ''),
  )
  const affected = new Set([...changed, ...near].filter(isTest))
  if (changed.some((file) => file.endsWith('.md'))) affected.add(docsTest)
  let latest = new Set(changed)
  for (let step = 1; step <= maxSteps; step += 1) {
    const passable = [...latest].filter((file) => step === 1 || !hubs.some((hub) => hub.test(file)))
    latest = new Set(passable.flatMap((file) => importers.get(file) ?? []))
    for (const file of latest) if (isTest(file)) affected.add(file)
  }
  return [...affected].filter((file) => files.includes(file))
}

function foldersOfFeature(file: string): string[] {
  const [folder] = featureFolder.exec(file) ?? []
  const [, feature] = contractOfFeature.exec(file) ?? []
  return [
    ...(folder ? [folder] : []),
    ...(feature ? [`server/src/features/${feature}/`, `web/src/features/${feature}/`] : []),
  ]
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function readImporters(root: string, files: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of files.filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)))) {
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /(?:from|import\()\s*'([^']+)'/g,
    )) {
      const imported = resolve(file, path)
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  return importers
}

/** The path of an imported source file; undefined for a package. */
function resolve(importer: string, path: string): string | undefined {
  const [, workspace, rest] = /^@raahi\/([\w-]+)\/(.+)$/.exec(path) ?? []
  if (workspace) return `${workspace}/src/${rest}.ts`
  if (!path.startsWith('.')) return undefined
  return normalize(join(dirname(importer), path))
    .split(sep)
    .join('/')
}
