import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { publicPages } from '../web/src/features/site/public-pages.ts'
import { findChromium } from './support/find-chromium.ts'

/*
 * Runs Lighthouse with its default phone and slow line on every public page of a running product. Prints the four scores
 * of each page with the audits that lower them, and exits 1 if one is below the limit:
 *   npm start   (in another terminal)
 *   npm run lighthouse -- [address]
 * npm downloads Lighthouse for the run, because it is larger than all dependencies of the product.
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
  const { categories, audits } = await runLighthouse(address + path)
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

async function runLighthouse(url: string): Promise<Report> {
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
