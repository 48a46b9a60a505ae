// All combinations of the filters of the lead list that contain a text, a travel date or verified contacts.

type Query = Readonly<Record<string, string>>

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Values of each filter. Texts match many leads, few and none of those that `insertLeads` creates. */
const CHOICES: readonly (readonly Query[])[] = [
  [{}, { search: 'asha' }, { search: 'sharma 4217' }, { search: 'zzyzx' }],
  [{}, { destination: 'a' }, { destination: 'leh' }, { destination: 'nowhere' }],
  [{}, { city: 'e' }, { city: 'mumbai' }, { city: 'nowhere' }],
  [{}, { satatus: 'buy' }, { satatus: 'sold' }],
  [{}, { leadType: 'domestic' }, { leadType: 'international' }],
  [{}, { tripType: 'Group' }],
  [{}, { expired: 'true' }],
  [{}, { verified: 'phone' }, { verified: 'both' }],
  [
    {},
    { travelFrom: inDays(20), travelTo: inDays(22) },
    { travelFrom: inDays(30) },
    { travelFrom: inDays(3000) },
  ],
  ['-createdAt', 'createdAt', 'cost', '-cost', 'travelDate', '-travelDate'].map((sort) => ({
    sort,
  })),
  [{ page: '1' }, { page: '50' }],
]
const SEARCH_KEYS = ['search', 'destination', 'city', 'travelFrom', 'verified']

const TOTAL = CHOICES.reduce((product, choices) => product * choices.length, 1)
/** A prime that divides no number of choices, so that consecutive multiples differ in every filter. */
const STRIDE = 7919

/** Returns `count` different combinations, spread evenly over all. */
export function searchCombinations(count: number): Query[] {
  const found: Query[] = []
  for (let i = 1; i <= TOTAL && found.length < count; i += 1) {
    const query = combination((i * STRIDE) % TOTAL)
    if (SEARCH_KEYS.some((key) => query[key] !== undefined)) found.push(query)
  }
  return found
}

function combination(number: number): Query {
  let rest = number
  const chosen = CHOICES.map((choices) => {
    const choice = choices[rest % choices.length]
    rest = Math.floor(rest / choices.length)
    return choice
  })
  return Object.assign({}, ...chosen)
}
