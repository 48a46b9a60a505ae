import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type AcceptedAdvisory, acceptedAdvisories } from './accepted-advisories.ts'

const root = join(import.meta.dirname, '..')
/** After this time the registry counts as unreachable. */
const registryTimeoutMs = 25_000
const reportedSeverities = ['high', 'critical']

/** Known vulnerabilities of the packages that run in production. */
export type KnownVulnerabilities =
  | { outcome: 'none' | 'found'; lines: string[] }
  /** The registry sent no report: a closed network, or a mirror without advisories. */
  | { outcome: 'unavailable'; lines: string[] }

/** The part of `npm audit --json` that is read. */
export interface AuditReport {
  vulnerabilities?: Record<string, { via: (string | Advisory)[] }>
  message?: string
}
interface Advisory {
  name: string
  title: string
  url: string
  severity: string
}

/** Requests the known vulnerabilities of the pinned production packages from the registry. */
export async function findKnownVulnerabilities(): Promise<KnownVulnerabilities> {
  return evaluateReport(await requestAuditReport())
}

/** Lists the high and critical advisories of a report that are not accepted. */
export function evaluateReport(
  report: AuditReport,
  accepted: readonly AcceptedAdvisory[] = acceptedAdvisories,
  today = new Date().toISOString().slice(0, 10),
): KnownVulnerabilities {
  if (!report.vulnerabilities) {
    return { outcome: 'unavailable', lines: [report.message ?? 'no readable response'] }
  }
  const advisories = new Map<string, Advisory>()
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const one of via) if (typeof one === 'object') advisories.set(one.url, one)
  }
  const isAccepted = ({ url }: Advisory) =>
    accepted.some(({ advisory, until }) => url.endsWith(advisory) && today <= until)
  const lines = [...advisories.values()]
    .filter((one) => reportedSeverities.includes(one.severity) && !isAccepted(one))
    .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`)
  return { outcome: lines.length > 0 ? 'found' : 'none', lines }
}

/** @param npmOptions such as another registry */
export async function requestAuditReport(npmOptions: readonly string[] = []): Promise<AuditReport> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', ...npmOptions]
  const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  const timer = setTimeout(() => npm.kill('SIGKILL'), registryTimeoutMs)
  let text = ''
  npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return new Promise((resolve) => {
    npm.on('error', (error) => resolve({ message: error.message }))
    npm.on('close', () => {
      clearTimeout(timer)
      resolve(readReport(text))
    })
  })
}

function readReport(text: string): AuditReport {
  try {
    return JSON.parse(text) as AuditReport
  } catch {
    return {}
  }
}
