import type { FastifyInstance } from 'fastify'

/** The values of one scrape of `/metrics` by series, such as `name{label="value"}`. */
export type Scrape = ReadonlyMap<string, number>

export async function scrape(
  app: FastifyInstance,
  headers: Record<string, string> = {},
): Promise<Scrape> {
  const { statusCode, body } = await app.inject({ url: '/metrics', headers })
  if (statusCode !== 200) throw new Error(`/metrics answered ${statusCode}: ${body}`)
  return readScrape(body)
}

export function readScrape(text: string): Scrape {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

/** The increase of each series between two scrapes. Series without an increase are left out. */
export function growth(before: Scrape, after: Scrape): Record<string, number> {
  const grown = [...after].map(
    ([series, value]) => [series, value - (before.get(series) ?? 0)] as const,
  )
  return Object.fromEntries(grown.filter(([, by]) => by !== 0))
}
