import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

// Checks the writing rules of CONTRIBUTING.md that a program can check.

const root = join(import.meta.dirname, '..')

/** Constructions that slow a reader down, and what to write instead. */
const bannedConstructions: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /\bwho(?:m)?ever\b/i, instead: 'name the person, role or process' },
  { pattern: /\b(?:nobody|somebody)\b/i, instead: 'name the role, or use the passive' },
  {
    pattern: /\b(?:is|are|was|were|be|been) told\b/i,
    instead: 'say which message is sent or shown',
  },
  { pattern: /\bstands\b(?!-)/i, instead: '"is", "is stored", "is listed"' },
  { pattern: /\bwhere there (?:is|are) none\b/i, instead: '"if none exists", "or undefined"' },
  { pattern: /\bof (?:its|their) own\b/i, instead: '"separate", "its own …"' },
]

/** The limit of each area, in constructions per 1,000 words. */
const maxPer1000Words = 0.5
const maxSubjectLength = 72
/** Subjects are checked after this commit. */
const lastUncheckedCommit = '89406966cf9fb2f9805d69089da3ba36cf01d460'

/** Legal prose, and the files that list the banned words. */
const allowedFiles = [
  /^CONTRIBUTING\.md$/,
  /^web\/src\/pages\/site\/(?:terms|privacy)\.tsx$/,
  /^scripts\/plain-english(?:\.test)?\.ts$/,
  /^package-lock\.json$/,
]
const checkedEndings = new Set(['.md', '.ts', '.tsx', '.css', '.sql', '.sh', '.yml', '.yaml'])

interface Finding {
  file: string
  line: number
  text: string
  instead: string
}
interface AreaReport {
  area: string
  words: number
  findings: Finding[]
  per1000Words: number
}

/** Finds the banned constructions of one text. */
export function findBannedConstructions(file: string, text: string): Finding[] {
  return text
    .split('\n')
    .flatMap((content, at) =>
      bannedConstructions
        .filter(({ pattern }) => pattern.test(content))
        .map(({ instead }) => ({ file, line: at + 1, text: content.trim(), instead })),
    )
}

/** Counts the constructions of every tracked text, by top folder; files at the root are the area `.`. */
function checkTexts(): AreaReport[] {
  const areas = new Map<string, { words: number; findings: Finding[] }>()
  for (const file of checkedFiles()) {
    const text = readFileSync(join(root, file), 'utf8')
    const name = file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'
    const area = areas.get(name) ?? { words: 0, findings: [] }
    area.words += text.split(/\s+/).length
    area.findings.push(...findBannedConstructions(file, text))
    areas.set(name, area)
  }
  return [...areas].map(([area, { words, findings }]) => ({
    area,
    words,
    findings,
    per1000Words: (findings.length * 1000) / words,
  }))
}

/** Subjects over the limit since the rule; undefined if the clone lacks that history and nothing can be checked. */
function findLongSubjects(): string[] | undefined {
  if (git('cat-file', '-t', lastUncheckedCommit)[0] !== 'commit') return undefined
  const log = git('log', '--format=%h %s', `${lastUncheckedCommit}..HEAD`)
  return log.filter((line) => line.slice(line.indexOf(' ') + 1).length > maxSubjectLength)
}

function checkedFiles(): string[] {
  const isChecked = (file: string) =>
    checkedEndings.has(extname(file)) && !allowedFiles.some((allowed) => allowed.test(file))
  return git('ls-files').filter(isChecked)
}

function git(...args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  return (stdout ?? '').split('\n').filter((line) => line !== '')
}

/** Prints the findings of each area above its limit. */
export function passesPlainEnglish(): boolean {
  const tooMany = checkTexts().filter(({ per1000Words }) => per1000Words > maxPer1000Words)
  for (const { area, findings, per1000Words } of tooMany) {
    for (const { file, line, text, instead } of findings) {
      console.log(`${file}:${line}: ${text}\n    instead: ${instead}`)
    }
    console.log(`${area}: ${per1000Words.toFixed(2)} banned constructions per 1,000 words`)
  }
  const long = findLongSubjects()
  if (!long) console.log('commit subjects are not checked: the history is incomplete')
  for (const subject of long ?? [])
    console.log(`commit subject over ${maxSubjectLength}: ${subject}`)
  return tooMany.length === 0 && !long?.length
}

if (import.meta.main) {
  for (const { area, words, findings, per1000Words } of checkTexts()) {
    console.log(
      `${area.padEnd(18)} ${findings.length} in ${words} words: ${per1000Words.toFixed(2)}`,
    )
  }
  process.exitCode = passesPlainEnglish() ? 0 : 1
}
