import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { publicPages } from '../web/src/features/site/public-pages.ts'
import { findChromium } from './support/find-chromium.ts'

/*
 * What Lighthouse says of every public page of a running product, as its own phone on its own slow line. Prints the four
 * scores of each page with what lowers them, and exits 1 where one is below the limit:
 *   npm start   (elsewhere)
 *   npm run lighthouse -- [address]
 * Lighthouse is fetched by npm for the run: it is larger than everything else that the product installs.
 */
const [address = 'http://localhost:8055'] = process.argv.slice(2)
const lighthouse = 'lighthouse@13.5.0'
const limit = 95

interface Report {
  categories: Record<string, { title: string; score: number; auditRefs: AuditRef[] }>
  audits: Record<string, { score: number | null; displayValue?: string }>
}
interface AuditRef {
  id: string
  weight: number
}

const { executablePath, args } = await findChromium()
for (const { path } of publicPages.filter(({ listed }) => listed)) {
  const { categories, audits } = await judge(address + path)
  const scores = Object.values(categories).map(({ title, score }) => {
    const points = Math.round(score * 100)
    if (points < limit) process.exitCode = 1
    return `${title} ${points}`
  })
  console.log(`${path}\n  ${scores.join(', ')}`)
  for (const { auditRefs } of Object.values(categories)) {
    for (const { id } of auditRefs.filter(({ id, weight }) => weight > 0 && isLow(audits[id]))) {
      console.log(`  lowered by ${id} ${audits[id]?.displayValue ?? ''}`)
    }
  }
}

function isLow(audit: Report['audits'][string] | undefined): boolean {
  return typeof audit?.score === 'number' && audit.score < 0.9
}

async function judge(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url, '--quiet'],
      `--chrome-flags=${['--headless', ...args].join(' ')}`,
      ...['--output=json', '--output-path=stdout'],
    ],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 100_000_000 },
  )
  return JSON.parse(stdout)
}
