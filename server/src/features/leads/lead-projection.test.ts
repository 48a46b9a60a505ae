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
    // In a query: `l.travel_nights`, 'l.travel_nights' or a list of names. Writing a row names them as keys.
    if (/[\w}]\.travel_nights,|'travel_nights',/.test(source)) listing.push(file)
  }
  expect(listing).toEqual(['leads/lead-wire.ts'])
})
