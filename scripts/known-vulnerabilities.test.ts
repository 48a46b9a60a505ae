import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type AuditReport, evaluateReport, requestAuditReport } from './known-vulnerabilities.ts'

/** Runs npm with a registry that returns these advisories. Null: a registry without advisories. */
async function requestReportFrom(advisories: object | null): Promise<AuditReport> {
  // npm caches advisories.
  const cache = await mkdtemp(join(tmpdir(), 'raahi-npm-'))
  const server = createServer((request, response) => {
    request.resume()
    const isAdvisoryRequest = request.url?.endsWith('/advisories/bulk') && advisories
    response.writeHead(isAdvisoryRequest ? 200 : 405, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isAdvisoryRequest ? advisories : {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return await requestAuditReport([`--registry=http://127.0.0.1:${port}/`, `--cache=${cache}`])
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(cache, { recursive: true, force: true })
  }
}

const advisory = (id: number, severity: string) => ({
  id,
  url: `https://github.com/advisories/GHSA-${id}`,
  title: 'Bypasses the login',
  severity,
  vulnerable_versions: '>=0.0.1',
  cwe: [],
  cvss: { score: 0, vectorString: null },
})

it('fails for a high or critical vulnerability of a production package, unless it is accepted until a later date', async () => {
  const report = await requestReportFrom({
    fastify: [advisory(1, 'high')],
    pg: [advisory(2, 'moderate')],
    vitest: [advisory(3, 'critical')],
  })
  const found = 'fastify: high: Bypasses the login (https://github.com/advisories/GHSA-1)'
  expect(evaluateReport(report, [])).toEqual({ outcome: 'found', lines: [found] })
  const accepted = [{ advisory: 'GHSA-1', reason: 'a test', until: '2030-01-31' }]
  expect(evaluateReport(report, accepted, '2030-01-31').outcome).toBe('none')
  expect(evaluateReport(report, accepted, '2030-02-01').outcome).toBe('found')
})

it('reports an unreachable registry without failing', async () => {
  const { outcome, lines } = evaluateReport(await requestReportFrom(null))
  expect([outcome, lines]).toEqual(['unavailable', [expect.stringContaining('405')]])
})
