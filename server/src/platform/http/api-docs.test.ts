import { endpoints } from '@raahi/contract/endpoints'
import { errorCodes } from '@raahi/contract/errors'
import { metaPath } from '@raahi/contract/meta-ads'
import { webhookPath } from '@raahi/contract/payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

interface Operation {
  operationId: string
  description: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, { description: string; content?: object }>
}

interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object }
}

let app: TestApp
let document: Document
beforeAll(async () => {
  app = await createTestApp()
  const answer = await app.app.inject('/api/docs/json')
  expect(answer.statusCode).toBe(200)
  document = answer.json()
})
afterAll(() => app.close())

describe('the OpenAPI document', () => {
  it('is public, and so is the page that shows it', async () => {
    expect(document.openapi).toMatch(/^3\./)
    const page = await app.app.inject('/api/docs')
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
  })

  it('contains each call of the contract, the webhooks of the gateway and of Meta, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method} ${path}`,
      ),
    )
    const declared = endpoints.map(
      ({ name, method, path }) => `${name} ${method.toLowerCase()} ${path}`,
    )
    declared.push(`webhook post ${webhookPath}`, `receiveMetaEvent post ${metaPath}`)
    expect(described.sort()).toEqual(declared.sort())
  })

  it.each(endpoints)('describes access, request and response of $name', (spec) => {
    const operation = document.paths[spec.path]?.[spec.method.toLowerCase()]
    if (!operation) throw new Error('not described')
    const isOpen = spec.access === 'public' || spec.access === 'cookie'
    expect(operation.security).toEqual(isOpen ? undefined : [{ bearer: [] }])
    const isOfAgents = spec.access === 'agent' || spec.access === 'signed-in'
    expect(operation.description.match(/Lowest role in an agency: (\w+)\./)?.[1]).toBe(
      isOfAgents ? (spec.lowestRole ?? 'owner') : undefined,
    )
    expect(operation.responses[String(spec.status ?? 200)]).toBeDefined()
    for (const code of spec.errors ?? []) {
      expect(operation.responses[String(errorCodes[code].status)]?.description).toContain(code)
    }
    const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = operation.parameters ?? []
    expect(described.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath)
    expect(described.some((one) => one.name.toLowerCase() === 'idempotency-key')).toBe(
      spec.idempotent === true,
    )
    const type = spec.file ? 'multipart/form-data' : 'application/json'
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(spec.body ? [type] : [])
  })

  it('has no broken references', () => {
    const text = JSON.stringify(document)
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer
        .split('/')
        .reduce<unknown>(
          (node, key) => (node as Record<string, unknown> | undefined)?.[key],
          document,
        )
      expect(target, pointer).toBeDefined()
    }
  })

  it('uses only OpenAPI 3.0 features: no list of types, no type null, no const', () => {
    const faults: string[] = []
    const visit = (node: unknown, at: string) => {
      if (typeof node !== 'object' || node === null) return
      const { type } = node as { type?: unknown }
      const isSchema = !at.endsWith('/properties')
      if (isSchema && (Array.isArray(type) || type === 'null')) faults.push(`${at}: ${type}`)
      if (isSchema && 'const' in node) faults.push(`${at}: const`)
      for (const [key, value] of Object.entries(node)) visit(value, `${at}/${key}`)
    }
    visit(document.paths, '')
    expect(faults).toEqual([])
  })
})
