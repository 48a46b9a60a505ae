import type { Random } from '../../demo/random.ts'
import type { FormFile } from './form-file.ts'
import {
  contentTypes,
  foreignFields,
  foreignMethods,
  hostileBodies,
  hostileHeaders,
  hostilePathParts,
  hostileQueries,
  hostileTexts,
  hostileValues,
} from './hostile-values.ts'
import { fileField, type Operation } from './operations.ts'
import type { Draft } from './request-draft.ts'
import { formBody, type WireRequest } from './wire.ts'

/** Breaks a draft in one way. @returns false if the way does not apply to the draft */
type DraftBreak = (draft: Draft, random: Random) => boolean

const draftBreaks: Record<string, DraftBreak> = {
  'a field left out': ({ body }, random) => {
    const { parent, key } = somewhere(body, random) ?? {}
    if (!parent || key === undefined) return false
    delete parent[key]
    return true
  },
  'a field of another kind': (draft, random) => replaceSomewhere(draft, random, hostileValues),
  'a nasty text': (draft, random) => replaceSomewhere(draft, random, hostileTexts),
  'an undeclared field': ({ body }, random) => {
    if (typeof body !== 'object' || body === null) return false
    const value = random.pick([...hostileValues, ...hostileTexts])
    // Defined instead of assigned, so that `__proto__` becomes an ordinary field.
    Object.defineProperty(body, random.pick([...foreignFields, '__proto__']), {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
    return true
  },
  'a query value': ({ query }, random) => {
    const names = Object.keys(query)
    if (names.length === 0) return false
    query[random.pick(names)] = random.pick(hostileTexts)
    return true
  },
  'an undeclared query key': ({ query }, random) => {
    query[random.pick(foreignFields)] = random.pick(hostileTexts)
    return true
  },
  'a header': ({ headers }, random) => {
    const [name, value] = random.pick(hostileHeaders)
    headers[name] = value
    return true
  },
}

/** Texts in bodies are broken most often, because bodies have most fields. */
const draftBreakNames = [...Object.keys(draftBreaks), 'a nasty text', 'a nasty text']

function replaceSomewhere(draft: Draft, random: Random, values: readonly unknown[]): boolean {
  if (draft.body === undefined) return false
  const place = somewhere(draft.body, random)
  if (place) place.parent[place.key] = random.pick(values)
  else draft.body = random.pick(values)
  return true
}

type Place = { parent: Record<string, unknown>; key: string }

/** Picks a field of the body at any depth. @returns undefined if the body has no field */
function somewhere(body: unknown, random: Random): Place | undefined {
  const places: Place[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      const parent = node as Record<string, unknown>
      places.push({ parent, key })
      visit(parent[key])
    }
  }
  visit(body)
  return places.length > 0 ? random.pick(places) : undefined
}

/** Breaks an encoded request in one way. @returns false if the way does not apply to the request */
type WireBreak = (
  wire: WireRequest,
  how: { operation: Operation; draft: Draft; random: Random },
) => boolean

const wireBreaks: Record<string, WireBreak> = {
  'the whole body': (wire, { random }) => {
    wire.body = random.pick(hostileBodies)
    wire.headers['content-type'] ??= 'application/json'
    return true
  },
  'a body cut short': (wire, { random }) => {
    if (!wire.body) return false
    wire.body = wire.body.subarray(0, random.whole(0, wire.body.length))
    return true
  },
  'a number beyond all': (wire, { random }) => {
    if (!wire.body?.includes(':')) return false
    const number = random.pick([
      '1e400',
      '-1e400',
      '9'.repeat(40),
      '1e-400',
      '-0',
      '01',
      '1.',
      '+1',
    ])
    wire.body = Buffer.from(wire.body.toString().replace(/:[^,}]*/, `:${number}`))
    return true
  },
  'the content type': (wire, { random }) => {
    const type = random.pick(contentTypes)
    if (type === null) delete wire.headers['content-type']
    else wire.headers['content-type'] = type
    return true
  },
  'the query': (wire, { random }) => {
    wire.path = `${wire.path.split('?', 1)[0]}?${random.pick(hostileQueries)}`
    return true
  },
  'the path': (wire, { operation, random }) => {
    if (!operation.path.includes('{')) return false
    const [, query] = wire.path.split('?')
    const path = operation.path.replace(/\{\w+\}/g, () => random.pick(hostilePathParts))
    wire.path = query ? `${path}?${query}` : path
    return true
  },
  'the method': (wire, { random }) => {
    wire.method = random.pick(foreignMethods)
    return true
  },
  'the file': (wire, { operation, draft, random }) => {
    const field = fileField(operation)
    if (!field) return false
    wire.body = formBody(draft.body, hostileFiles(field, random))
    return true
  },
}

/** Breaks after which the request may reach another call, or none. */
const awayFromRoute = new Set(['the path', 'the method'])

function hostileFiles(field: string, random: Random): FormFile[] {
  const names = [
    'a.png',
    'a.pdf',
    '../../a.png',
    'a.svg',
    '',
    '\u0000.png',
    'x'.repeat(300),
    'é".jpg',
  ]
  const bytes = [
    Buffer.alloc(0),
    Buffer.from('%PDF-1.4\n'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.alloc(3 * 1024 * 1024, 1),
  ]
  const one = () => ({
    field: random.pick([field, field, field, 'other', '__proto__']),
    name: random.pick(names),
    bytes: random.pick(bytes),
  })
  return Array.from({ length: random.whole(1, 2) }, one)
}

/** The names of the breaks of a request, chosen before the request is created. */
export interface Plan {
  draft: string[]
  wire: string[]
}

/** Three in ten requests stay valid, the others are broken once or twice. */
export function planBreaks(random: Random): Plan {
  const plan: Plan = { draft: [], wire: [] }
  if (random.next() < 0.3) return plan
  for (let breaks = random.whole(1, 2); breaks > 0; breaks -= 1) {
    if (random.next() < 0.7) plan.draft.push(random.pick(draftBreakNames))
    else plan.wire.push(random.pick(Object.keys(wireBreaks)))
  }
  return plan
}

/** Breaks a draft. @returns the names of the breaks that applied */
export function breakDraft(draft: Draft, plan: Plan, random: Random): string[] {
  return plan.draft.filter((name) => draftBreaks[name]?.(draft, random))
}

/** Breaks an encoded request. @returns the names of the breaks that applied */
export function breakWire(
  wire: WireRequest,
  plan: Plan,
  how: { operation: Operation; draft: Draft; random: Random },
): string[] {
  return plan.wire.filter((name) => wireBreaks[name]?.(wire, how))
}

export function isElsewhere(breaks: readonly string[]): boolean {
  return breaks.some((name) => awayFromRoute.has(name))
}
