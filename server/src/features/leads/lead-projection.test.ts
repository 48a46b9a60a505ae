import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const features = join(import.meta.dirname, '..')

it('states the columns of a lead once: no other query of the features lists them', async () => {
  const files = (await readdir(features, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const listing: string[] = []
  for (const file of files) {
    const source = await readFile(join(features, file), 'utf8')
    // Matches the column in a query: `l.travel_nights`, 'l.travel_nights' or a list of names. It does not match the key
    // of a row that is written.
    if (/[\w}]\.travel_nights,|'travel_nights',/.test(source)) listing.push(file)
  }
  expect(listing).toEqual(['leads/public/lead-response.ts'])
})
