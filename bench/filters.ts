type Query = Readonly<Record<string, string>>

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Values of each filter of the lead list. Texts match many leads, few and none of those that `insertLeads` creates. */
const filters: Readonly<Record<string, readonly Query[]>> = {
  search: ['asha', 'sharma 4217', 'zzyzx'].map((search) => ({ search })),
  destination: ['a', 'leh', 'nowhere'].map((destination) => ({ destination })),
  city: ['e', 'mumbai', 'nowhere'].map((city) => ({ city })),
  status: ['buy', 'sold'].map((satatus) => ({ satatus })),
  leadType: ['domestic', 'international'].map((leadType) => ({ leadType })),
  tripType: [{ tripType: 'Group' }],
  expired: [{ expired: 'true' }],
  verified: ['phone', 'both'].map((verified) => ({ verified })),
  travel: [
    { travelFrom: inDays(20), travelTo: inDays(22) },
    { travelFrom: inDays(30) },
    { travelFrom: inDays(3000) },
  ],
  sort: ['createdAt', 'cost', '-cost', 'travelDate', '-travelDate'].map((sort) => ({ sort })),
  page: [{ page: '50' }],
}

/** Filters that search in texts. */
const texts = ['search', 'destination', 'city']

const pathOf = (query: Query) => `/api/leads?${new URLSearchParams(query)}`

/** Page 1, page 50 and each single value of a filter, without the searches in texts. */
export const singleFilters: readonly string[] = [
  pathOf({}),
  ...Object.entries(filters).flatMap(([name, values]) =>
    texts.includes(name) ? [] : values.map(pathOf),
  ),
]

/** Each single search in a text. */
export const textSearches: readonly string[] = Object.entries(filters).flatMap(([name, values]) =>
  texts.includes(name) ? values.map(pathOf) : [],
)

const filterChoices: readonly (readonly Query[])[] = Object.values(filters).map((values) => [
  {},
  ...values,
])
const total = filterChoices.reduce((product, choices) => product * choices.length, 1)
/** A prime that divides no number of choices, so that consecutive multiples differ in every filter. */
const stride = 7919

/** Returns `count` different combinations of all filters, spread evenly over all. */
export function combineFilters(count: number): string[] {
  return Array.from({ length: Math.min(Math.ceil(count), total) }, (_, at) => {
    let rest = ((at + 1) * stride) % total
    const chosen = filterChoices.map((choices) => {
      const choice = choices[rest % choices.length]
      rest = Math.floor(rest / choices.length)
      return choice
    })
    return pathOf(Object.assign({}, ...chosen))
  })
}
