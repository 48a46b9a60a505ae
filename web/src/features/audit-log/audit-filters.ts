/** The page of the audit log and its filters, as they stand in the address. */
export interface AuditFilters {
  page: number
  /** Unset: admins and the console. */
  actors: 'all' | undefined
  actor: string | undefined
  action: string | undefined
  subjectId: string | undefined
  from: string | undefined
  to: string | undefined
}

const longestActor = 254
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T12:00:00Z`))
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Reads the filters from the address; a value that isn't one is dropped, each for itself. */
export function readAuditFilters(params: URLSearchParams): AuditFilters {
  const text = (name: string, isValue: (value: string) => boolean) => {
    const value = params.get(name)?.trim()
    return value && isValue(value) ? value : undefined
  }
  return {
    page: Number(text('page', (page) => /^[1-9]\d{0,6}$/.test(page)) ?? 1),
    actors: params.get('actors') === 'all' ? 'all' : undefined,
    actor: text('actor', (actor) => actor.length <= longestActor),
    action: text('action', (action) => /^[a-z-]+\.[a-z-]+$/.test(action) && action.length <= 60),
    subjectId: text('subjectId', isId),
    from: text('from', isDay),
    to: text('to', isDay),
  }
}

const names = ['actors', 'actor', 'action', 'subjectId', 'from', 'to'] as const

/** Writes the filters for the address: what is not set is left out. */
export function writeAuditFilters(filters: AuditFilters): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of names) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  if (filters.page > 1) params.set('page', String(filters.page))
  return params
}

/** How many filters are set. */
export function countAuditFilters(filters: AuditFilters): number {
  return names.filter((name) => filters[name]).length
}
