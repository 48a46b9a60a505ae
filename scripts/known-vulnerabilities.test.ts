import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type AuditReport, evaluateReport, requestAuditReport } from './known-vulnerabilities.ts'

/** What npm reports, asked of a registry that knows these advisories; null: it knows none of the kind. */
async function reportOf(advisories: object | null): Promise<AuditReport> {
  // npm keeps what it has learned of an advisory.
  const cache = await mkdtemp(join(tmpdir(), 'raahi-npm-'))
  const server = createServer((request, response) => {
    request.resume()
    const isAsked = request.url?.endsWith('/advisories/bulk') && advisories
    response.writeHead(isAsked ? 200 : 405, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isAsked ? advisories : {}))
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
  title: 'Lets everybody in',
  severity,
  vulnerable_versions: '>=0.0.1',
  cwe: [],
  cvss: { score: 0, vectorString: null },
})

it('a grave fault of a package in production is found, unless it is accepted for the time being', async () => {
  const report = await reportOf({
    fastify: [advisory(1, 'high')],
    pg: [advisory(2, 'moderate')],
    vitest: [advisory(3, 'critical')],
  })
  const found = 'fastify: high: Lets everybody in (https://github.com/advisories/GHSA-1)'
  expect(evaluateReport(report, [])).toEqual({ outcome: 'found', lines: [found] })
  const accepted = [{ advisory: 'GHSA-1', reason: 'a test', until: '2030-01-31' }]
  expect(evaluateReport(report, accepted, '2030-01-31').outcome).toBe('none')
  expect(evaluateReport(report, accepted, '2030-02-01').outcome).toBe('found')
})

it('a registry that cannot be asked is said, and fails nothing', async () => {
  const { outcome, lines } = evaluateReport(await reportOf(null))
  expect([outcome, lines]).toEqual(['not asked', [expect.stringContaining('405')]])
})
