import { listUsers, type UserFilters as UsersAsked } from '@raahi/contract/users'

/** The page of users and its filters, as they stand in the address. */
export type UserFilters = Omit<UsersAsked, 'limit'>
export type UserFilterName = Exclude<keyof UserFilters, 'page'>

export const userFilterNames = [
  'name',
  'email',
  'city',
  'companyName',
] as const satisfies readonly UserFilterName[]

const { limit: _, ...fields } = listUsers.query.shape
const lastPage = 1_000_000

/** Reads the filters from the address; a value that isn't one is dropped, each for itself. */
export function readUserFilters(params: URLSearchParams): UserFilters {
  const read = <N extends keyof typeof fields>(name: N): UserFilters[N] => {
    const parsed = fields[name].safeParse(params.get(name) ?? undefined)
    const fallback = () => fields[name].parse(undefined)
    return (parsed.success ? parsed.data : fallback()) as UserFilters[N]
  }
  return {
    page: Math.min(read('page'), lastPage),
    name: read('name'),
    email: read('email'),
    city: read('city'),
    companyName: read('companyName'),
  }
}

/** Writes the filters for the address: what is not set is left out. */
export function writeUserFilters(filters: UserFilters): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of userFilterNames) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  if (filters.page > 1) params.set('page', String(filters.page))
  return params
}

/** How many filters are set. */
export function countUserFilters(filters: UserFilters): number {
  return userFilterNames.filter((name) => Boolean(filters[name])).length
}
